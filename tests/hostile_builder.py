"""Texts that try to run, to break the layout, or to look like something else."""

from __future__ import annotations

from snippet_widget.models import Example, Parameter, Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint

RAN = "window.ranHostile=1"
"""What every script among them does, if it runs."""

HOSTILE = (
    f"<script>{RAN}</script>",
    f"</code></pre><script>{RAN}</script>",
    f"</script><script>{RAN}//",
    f"<img src=x onerror={RAN}>",
    f"<img src=x onerror='{RAN}'",
    f'"><svg onload={RAN}>',
    f"'><svg/onload={RAN}>",
    f"<svg><script>{RAN}</script></svg>",
    f"<svg><animate onbegin={RAN} attributeName=x dur=1s>",
    f"<body onload={RAN}>",
    f"<iframe srcdoc='<script>parent.{RAN}</script>'></iframe>",
    f"<iframe src=javascript:parent.{RAN}>",
    f"<details open ontoggle={RAN}>",
    f"<video><source onerror={RAN}></video>",
    f"<input autofocus onfocus={RAN}>",
    f"<marquee onstart={RAN}>",
    f"<math><mtext></mtext><script>{RAN}</script></math>",
    f"<a href=javascript:{RAN}>click</a>",
    f"[click](javascript:{RAN})",
    f"<object data=javascript:{RAN}>",
    f"<template><script>{RAN}</script></template>",
    f"<style onload={RAN}></style>",
    "<style>*{display:none!important}</style>",
    "<link rel=stylesheet href=/hostile.css>",
    "<meta http-equiv=refresh content='0;url=/hostile'>",
    "<base href=/hostile/>",
    "<form action=/hostile><button>Insert</button></form>",
    "</div></div></div></section></body></html>",
    "<!-- unfinished comment",
    "<![CDATA[ ]]> <?xml ?>",
    "&lt;script&gt; &amp;lt; &#60;b&#62; &notanentity;",
    "{{constructor.constructor('" + RAN + "')()}}",
    "${" + RAN + "} `" + RAN + "` <%= 1 %> {% raw %}",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x08\x08\x08",
    "pay\u202egnp.exe\u202c \u2066isolated\u2069 \u200fmark",
    "zero\u200bwidth\u200cjoin\u200der\u2060\ufeff",
    "null\x00byte\x01\x02\x7f",
    "tags\U000e0041\U000e0042 \ufe0f\ufe0f\U000e0101",
    "blanks\u00a0\u3164\u2800\u115f",
    "line\u2028and\u2029paragraph\x85separators",
    "z\u0351\u0352\u0353\u0354\u0355\u0356\u0357" * 40,
    "```\n# heading\n<b>markdown</b>\n````python",
    "$$\\href{javascript:" + RAN + "}{x}$$ \\(x\\)",
    "__proto__",
    "constructor",
    "..%2f..%2fetc%2fpasswd",
    "'; DROP TABLE snippets; --",
    "%pip install evil\n!rm -rf ~",
    "W" * 5_000,
    "\t" * 200 + "deep",
)

assert len(HOSTILE) >= 40


def hostile_snippet(text: str) -> Snippet:
    """Return a snippet that is hostile in everything that a publisher writes."""
    code = f"client = {text!r}\n# {text}\n{text}\n"
    return Snippet(
        type="python",
        sdk=Sdk("acme", "1.0.0"),
        sources={"sync_client": code, "async_client": code},
        call=f"client.{text}",
        warnings=(text,),
        repairs=(text,),
        examples=(
            Example("first", {"sync_client": code, "async_client": code}),
            Example(text, {"sync_client": text, "async_client": text}),
        ),
        summary=text,
        parameters=(Parameter(text, text, default=text, description=text),),
        docs=f"javascript:{RAN}",
    )


def hostile_publication() -> Publication:
    """Return an SDK with an endpoint for each of the texts."""
    endpoints = tuple(
        PublishedEndpoint(
            "POST",
            f"/hostile/{number}/{text}",
            full=hostile_snippet(text),
            endpoint=hostile_snippet(text),
        )
        for number, text in enumerate(HOSTILE)
    )
    return Publication(SdkSelector("python", "acme", "1.0.0"), endpoints)
