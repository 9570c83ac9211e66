"""Less of a program: the call of the endpoint alone, and async code as a notebook takes it.

Both are cut out of the source text by its syntax tree, never written anew: comments and
formatting stay (specification, "Load all snippets"; design, sections 5 and 9).
"""

from __future__ import annotations

import ast
import textwrap
from typing import TYPE_CHECKING

from snippet_widget.languages import canonical_type
from snippet_widget.syntax import c_family as c_syntax
from snippet_widget.syntax import python as python_syntax
from snippet_widget.syntax import typescript as typescript_syntax
from snippet_widget.syntax.python import Source, dotted, own_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign)
_TS_SIMPLE = {"expression_statement", "lexical_declaration", "variable_declaration"}
_HEADED = (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith)
_RUNNERS = {("asyncio", "run"), ("anyio", "run"), ("trio", "run")}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def endpoint_level(source: str, type_: str, client: str) -> str | None:  # noqa: ARG001
    """Return the call of the endpoint alone: no imports, no client, no ``main()``.

    Parameters
    ----------
    source
        A whole program.
    type_
        Its language or an alias.
    client
        The field it stands in: ``sync_client``, ``async_client`` or ``client``.

    Returns
    -------
    The statement that holds the program's first SDK call, with the ``with`` that opens its files
    where there is nothing else in it, and with the loop over its result: a generator sends nothing
    before it is iterated over. An awaited call, and any in TypeScript, alone where it sits in the
    head of a loop.
    None where the language is not known here or there is no such call: the full
    text is served then.
    """
    language = canonical_type(type_)
    if language == "python":
        return _python_endpoint(source)
    if language == "typescript":
        return _typescript_endpoint(source)
    if language in {"java", "go"}:
        return c_syntax.call_statement(source)
    return None


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


# -- Python, endpoint level ----------------------------------------------------------------------


def _python_endpoint(source: str) -> str | None:
    tree = python_syntax.parse(source)
    calls = python_syntax.sdk_calls(tree) if tree is not None else []
    if tree is None or not calls:
        return None
    text, above = Source(source), python_syntax.parents(tree)
    call: ast.AST = calls[0][1]
    statement = call
    while not isinstance(statement, ast.stmt):
        statement = above[statement]
    if isinstance(statement, _SIMPLE) and not isinstance(statement.value, ast.Yield):
        managed = _managed(statement, above, client=calls[0][0][0])
        return _with_loop(text, managed, above) or _cut(text, managed) or _cut(text, statement)
    if isinstance(above[call], ast.Await):
        call = above[call]
    elif isinstance(statement, _HEADED) and (whole := _cut(text, statement)):
        return whole
    return _cut(text, call) if isinstance(call, ast.expr) else None


def _with_loop(text: Source, statement: ast.stmt, above: dict[ast.AST, ast.AST]) -> str | None:
    """Return a statement with the loop below it over its result, which may be what sends."""
    siblings: list[ast.stmt] = getattr(above[statement], "body", [])
    number = siblings.index(statement) + 1 if statement in siblings else len(siblings)
    loop = siblings[number] if number < len(siblings) else None
    if not isinstance(loop, (ast.For, ast.AsyncFor)) or not isinstance(loop.iter, ast.Name):
        return None
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if loop.iter.id not in {target.id for target in targets if isinstance(target, ast.Name)}:
        return None
    parts = [_cut(text, statement), _cut(text, loop)]
    return "\n".join(filter(None, parts)) if all(parts) else None


def _managed(statement: ast.stmt, above: dict[ast.AST, ast.AST], client: str) -> ast.stmt:
    """Return what opens the files that a statement uses, where it does nothing besides."""
    around = above[statement]
    while isinstance(around, (ast.With, ast.AsyncWith)) and around.body == [statement]:
        bound = {
            item.optional_vars.id
            for item in around.items
            if isinstance(item.optional_vars, ast.Name)
        }
        used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
        if client in bound or not bound & used:
            break
        statement, around = around, above[around]
    return statement


def _cut(text: Source, node: ast.expr | ast.stmt) -> str | None:
    """Return a node's text moved to the margin; None if that would change what it says."""
    first, *rest = text.cut(node).split("\n")
    blanks = text.indentation(node.lineno)
    lines = python_syntax.dedented([" " * blanks + first, *rest], blanks)
    lines[-1] += _trailing_comment(text, node)
    cut = "\n".join(lines)
    again = python_syntax.parse(cut)
    if again is None or len(again.body) != 1:
        return None
    if python_syntax.compile_error(cut) is not None:
        return None
    found = again.body[0]
    same = found.value if isinstance(node, ast.expr) and isinstance(found, ast.Expr) else found
    return cut if python_syntax.same_tree(same, node) else None


def _trailing_comment(text: Source, node: ast.expr | ast.stmt) -> str:
    line = text.lines[(node.end_lineno or node.lineno) - 1].encode()
    rest = line[node.end_col_offset or 0 :].decode("utf-8", "replace")
    return rest.rstrip() if rest.lstrip().startswith("#") else ""


# -- Python, notebook form -----------------------------------------------------------------------


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
    kept = _one_gap([line for line in lines[: main.lineno - 1] if line is not None])
    tail = [line for line in lines[main.lineno - 1 :] if line is not None]
    while tail and not tail[0].strip():
        tail.pop(0)
    return _without_unused_import("\n".join([*kept, *tail]))


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


# -- TypeScript ----------------------------------------------------------------------------------


def _typescript_endpoint(source: str) -> str | None:
    root = typescript_syntax.parse(source)
    calls = typescript_syntax.sdk_calls(root)
    if root.has_error or not calls:
        return None
    names, node = calls[0]
    client = typescript_syntax.constructions(root).get(names[0])
    if client is not None and typescript_syntax.function_of(client) is not None:
        return None  # it is gone when the function has ended
    while node.parent is not None and node.parent.type == "await_expression":
        node = node.parent
    statement: Node | None = node
    while statement is not None and not statement.type.endswith(("_statement", "_declaration")):
        statement = statement.parent
    chosen = statement if statement is not None and statement.type in _TS_SIMPLE else node
    loop = _loop_over(chosen)
    if loop is None:
        return _margin(source, chosen)
    data, body = source.encode("utf-8", "replace"), loop.child_by_field_name("body")
    head = data[loop.start_byte : body.start_byte].decode() if body is not None else ""
    return f"{head}{{\n{textwrap.indent(_margin(source, chosen), '  ')}\n}}"


def _loop_over(node: Node) -> Node | None:
    """Return the loop around a statement that uses what the loop declares."""
    loop = node.parent
    while loop is not None and loop.type != "for_in_statement":
        loop = loop.parent
    left = loop.child_by_field_name("left") if loop is not None else None
    declared = {typescript_syntax.text(n) for n in _identifiers(left)} if left is not None else ()
    used = any(typescript_syntax.text(n) in declared for n in _identifiers(node))
    body = loop.child_by_field_name("body") if loop is not None else None
    inside = body is not None and body.start_byte <= node.start_byte < body.end_byte
    return loop if used and inside else None


def _identifiers(node: Node) -> Iterator[Node]:
    names = ("identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern")
    return typescript_syntax.walk(node, *names)


def _margin(source: str, node: Node) -> str:
    """Return a node's text with the indentation of its first line taken off."""
    data = source.encode("utf-8", "replace")
    line = data.rfind(b"\n", 0, node.start_byte) + 1
    before = data[line : node.start_byte].decode("utf-8", "replace")
    blanks = before[: len(before) - len(before.lstrip())]
    return textwrap.dedent(blanks + data[node.start_byte : node.end_byte].decode())
