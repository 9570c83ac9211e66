"""Async code as a notebook takes it: cut out of the source text by its syntax tree.

Comments and formatting stay.
"""

from __future__ import annotations

import ast

from snippet_widget.syntax import python as python_syntax
from snippet_widget.syntax.python import Source, dotted, own_nodes

_RUNNERS = {("asyncio", "run"), ("anyio", "run"), ("trio", "run")}


def notebook_form(source: str) -> str:
    """Return an async Python program as a notebook cell takes it: with ``await`` at top level.

    ``asyncio.run(main())`` raises where a loop is running already, as in a notebook. The body of
    ``main`` moves to the top level, so that its variables and its last value stay in the
    notebook; where that would change what the program does, ``await main()`` takes its place. A
    client that a ``with`` would close at its end is bound to its name instead, for the cells below.

    Returns
    -------
    The source unchanged when it runs no event loop of its own, or cannot be changed safely.
    """
    tree = python_syntax.parse(source)
    if tree is None:
        return source
    text = Source(source)
    runs = [node for node in own_nodes(tree) if _coroutine(node) is not None]
    for attempt in (_flattened, _awaited):
        form = attempt(text, tree, [node for node in runs if isinstance(node, ast.Call)])
        if form is not None and python_syntax.compile_error(form) is None:
            return _with_open_client(form)
    return _with_open_client(source)


def _coroutine(node: ast.AST) -> ast.expr | None:
    """Return what a call hands to an event loop: ``main()`` of ``asyncio.run(main())``."""
    if not isinstance(node, ast.Call) or not node.args:
        return None
    names = dotted(node.func)
    runs = names in _RUNNERS or names[-1:] == ("run_until_complete",)
    runs = runs or (isinstance(node.func, ast.Attribute) and node.func.attr == "run_until_complete")
    return node.args[0] if runs else None


def _awaited(text: Source, tree: ast.Module, runs: list[ast.Call]) -> str | None:
    """Put ``await main()`` in the place of ``asyncio.run(main())``."""
    if not runs:
        return None
    above = python_syntax.parents(tree)
    edits: list[tuple[ast.expr | ast.stmt, str]] = []
    for run in runs:
        argument = run.args[0]
        # anyio and trio take the function itself, asyncio takes the coroutine
        takes_function = dotted(run.func) in _RUNNERS - {("asyncio", "run")}
        new = f"await {text.cut(argument)}" + ("()" if takes_function else "")
        plain = isinstance(above[run], (ast.Expr, ast.Assign, ast.AnnAssign))
        edits.append((run, new if plain else f"({new})"))
    return _without_unused_import(text.replaced(edits))


def _flattened(text: Source, tree: ast.Module, runs: list[ast.Call]) -> str | None:
    """Put the body of ``main`` in the place of the statement that runs it."""
    if len(runs) != 1:
        return None
    main = _main(tree, runs[0])
    place = _place(tree, runs[0])
    if main is None or place is None or place.lineno < main.lineno:
        return None
    body = _body_lines(text, main)
    if body is None:
        return None
    lines: list[str | None] = list(text.lines)
    start, end = place.lineno - 1, place.end_lineno or place.lineno
    lines[start:end] = ["\n".join(body), *[None] * (end - start - 1)]
    stop = _end_of_function(text, main)
    lines[main.lineno - 1 : stop] = [None] * (stop - main.lineno + 1)
    head = _one_gap([line for line in lines[: main.lineno - 1] if line is not None])
    tail = [line for line in lines[main.lineno - 1 :] if line is not None]
    while tail and not tail[0].strip():
        tail.pop(0)
    return _without_unused_import("\n".join([*head, *tail]))


def _main(tree: ast.Module, run: ast.Call) -> ast.AsyncFunctionDef | None:
    """Return the function that is run, if nothing but its body matters."""
    argument = run.args[0]
    if not isinstance(argument, ast.Call) or argument.args or argument.keywords:
        return None
    name = argument.func.id if isinstance(argument.func, ast.Name) else ""
    main = next(
        (s for s in tree.body if isinstance(s, ast.AsyncFunctionDef) and s.name == name), None
    )
    uses = [n for n in python_syntax.nodes(tree) if isinstance(n, ast.Name) and n.id == name]
    if main is None or len(uses) != 1 or main.decorator_list or _parameters(main):
        return None
    tied = (ast.Return, ast.Yield, ast.YieldFrom, ast.Global, ast.Nonlocal)
    return None if any(isinstance(node, tied) for node in own_nodes(main)) else main


def _parameters(function: ast.AsyncFunctionDef) -> bool:
    given = function.args
    return bool(given.args or given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg)


def _place(tree: ast.Module, run: ast.Call) -> ast.stmt | None:
    """Return the statement that runs main: alone, or the ``__name__`` guard that holds it alone."""
    for statement in tree.body:
        inner = statement
        if isinstance(statement, ast.If) and len(statement.body) == 1 and not statement.orelse:
            guard = "__name__" in {
                n.id for n in ast.walk(statement.test) if isinstance(n, ast.Name)
            }
            inner = statement.body[0] if guard else statement
        if isinstance(inner, ast.Expr) and inner.value is run:
            return statement
    return None


def _body_lines(text: Source, main: ast.AsyncFunctionDef) -> list[str] | None:
    first = main.body[0]
    # the head may have several lines; comments between it and the first statement are body
    top = main.lineno
    while top < first.lineno and not text.lines[top - 1].split("#")[0].rstrip().endswith(":"):
        top += 1
    if top >= first.lineno:
        return None
    lines = text.lines[top : _end_of_function(text, main)]
    body = python_syntax.dedented(lines, text.indentation(first.lineno))
    while body and not body[-1].strip():
        body.pop()
    return body


def _end_of_function(text: Source, function: ast.AsyncFunctionDef) -> int:
    """Return the last line of a function, comments that are indented below it included."""
    end = line = function.end_lineno or function.lineno
    while line < len(text.lines):
        stripped = text.lines[line].strip()
        if stripped and not (stripped.startswith("#") and text.lines[line][:1].isspace()):
            break
        line += 1
        end = line if stripped else end
    return end


def _one_gap(lines: list[str]) -> list[str]:
    """Return the lines with exactly one empty line at their end, none for none."""
    while lines and not lines[-1].strip():
        lines.pop()
    return [*lines, ""] if lines else []


def _with_open_client(source: str) -> str:
    """Return a cell whose client is not closed at the end of a ``with`` at the top."""
    tree = _parse_cell(source)
    for statement in tree.body if tree is not None else ():
        if isinstance(statement, (ast.With, ast.AsyncWith)) and len(statement.items) == 1:
            item = statement.items[0]
            name = item.optional_vars
            opened = python_syntax.is_construction(item.context_expr)
            if opened and isinstance(name, ast.Name) and _is_client(statement, name.id):
                return _unmanaged(source, statement, name, item.context_expr) or source
    return source


def _is_client(statement: ast.With | ast.AsyncWith, name: str) -> bool:
    """Whether a method is called on what a statement binds: a file is handed on instead."""
    return any(names[0] == name for names, _ in python_syntax.method_calls(statement))


def _unmanaged(
    source: str, statement: ast.With | ast.AsyncWith, name: ast.Name, client: ast.expr
) -> str | None:
    """Return the source with an assignment, and the body of a ``with`` below it."""
    text, first = Source(source), statement.body[0]
    head, end = name.end_lineno or name.lineno, statement.end_lineno or first.lineno
    if first.lineno <= head or statement.col_offset:
        return None
    body = python_syntax.dedented(text.lines[head:end], text.indentation(first.lineno))
    lines = [
        *text.lines[: statement.lineno - 1],
        f"{name.id} = {text.cut(client)}",
        *body,
        *text.lines[end:],
    ]
    changed = "\n".join(lines)
    tree = _parse_cell(changed)
    same = [ast.dump(node) for node in statement.body]
    found = [ast.dump(node) for node in tree.body] if tree is not None else []
    return changed if _contains(found, same) else None


def _contains(found: list[str], wanted: list[str]) -> bool:
    """Whether one list stands within another."""
    starts = range(len(found) - len(wanted) + 1)
    return any(found[start : start + len(wanted)] == wanted for start in starts)


def _without_unused_import(source: str) -> str:
    tree = python_syntax.parse(source) or _parse_cell(source)
    if tree is None:
        return source
    used = any(isinstance(n, ast.Name) and n.id == "asyncio" for n in python_syntax.nodes(tree))
    for statement in [] if used else tree.body:
        if isinstance(statement, ast.Import) and [
            (alias.name, alias.asname) for alias in statement.names
        ] == [("asyncio", None)]:
            lines = Source(source).lines
            del lines[statement.lineno - 1]
            if not "".join(lines[: statement.lineno]).strip():
                del lines[: statement.lineno]
            return "\n".join(lines)
    return source


def _parse_cell(source: str) -> ast.Module | None:
    flags = ast.PyCF_ONLY_AST | python_syntax.TOP_LEVEL_AWAIT
    try:
        tree = compile(source, "<cell>", "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    return tree if isinstance(tree, ast.Module) else None
