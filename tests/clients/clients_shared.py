"""What the Python runners use: the words of the server, what a converter lost, and the calls that are tried."""

import json
import os
import re
from pathlib import Path

COMMAND, *ARGS = json.loads(os.environ["SERVER"])
URL = os.environ["SITE"]
HTTP_URL = os.environ["HTTP_URL"]
EVERY = "stdio, every capability"
OVER = ("stdio", "HTTP", EVERY)
HEADERS = {"Authorization": "Bearer " + os.environ["HTTP_TOKEN"]}


def say(client, what, why=""):
    print(json.dumps({"client": client, "what": what, "why": str(why)}, separators=(",", ":")), flush=True)


def args_for(over):
    return [*ARGS, "--capabilities", os.environ["CAPABILITIES"]] if over == EVERY else ARGS


def bare(schema):
    forms = [form for form in (schema or {}).get("anyOf", []) if form.get("type") != "null"]
    return forms[0] if len(forms) == 1 else schema


def loss(before, after, path=""):
    """Properties, types (of the elements of lists too) and values that a converter lost."""
    lost = []
    for key, value in before.get("properties", {}).items():
        now = bare((after or {}).get("properties", {}).get(key))
        lost += [f"{path}{key} is gone"] if now is None else changes(value, now, f"{path}{key}")
    return lost


def changes(value, now, at):
    if "type" not in (now or {}):
        return [f"{at} has no type"]
    lost = []
    if value["type"] not in types_of(now):
        lost.append(f"{at} became {' or '.join(types_of(now))}")
    if "enum" in value and value["enum"] != [one for one in now.get("enum", []) if one is not None]:
        lost.append(f"{at} has other values")
    if "items" in value:
        lost += changes(value["items"], bare(now.get("items")), f"{at}[]")
    return lost + loss(value, now, f"{at}.")


def types_of(schema):
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return [kind for kind in kinds if kind != "null"]


# What a model has to send for a property that may not be null and that it has no use for.
FILLERS = {"string": "", "integer": 0, "number": 0, "boolean": False, "array": []}


def filler(schema):
    if schema.get("type") == "object":
        return {key: filler(value) for key, value in schema.get("properties", {}).items()}
    return schema["enum"][0] if "enum" in schema else FILLERS[schema["type"]]


FAILED = r'"isError": ?true|call\.[a-z]|browser\.[a-z-]+:|session\.none|policy\.'
# What each tool is called with, `@` before the name of an element, and what its answer says.
CALLS = json.loads(Path(__file__).with_name("calls.json").read_text())
# Of tools that are off by default; where the machine has nothing for one, with the refusal that it answers.
OPT_IN_CALLS = json.loads(Path(__file__).with_name("opt-in-calls.json").read_text())


async def use_tools(client, names, call, over, without=()):
    """Calls every tool but `without`; `names` are those that the client lists."""
    page = ""
    # On a machine that is busy the first start of a browser can take longer than a call may.
    for _ in range(3):
        page = page if "[ref=" in page else await tried(call, "browser_navigate", {"url": URL, "snapshot": "interactive"})

    def filled(value):
        if value == "@url":
            return URL + "?again"
        if isinstance(value, str) and value.startswith("@"):
            found = re.search(value[1:] + r"[^\]]*?\[ref=(e\d+)\]", page)
            return found.group(1) if found else "e0"
        if isinstance(value, list):
            return [filled(one) for one in value]
        return {key: filled(one) for key, one in value.items()} if isinstance(value, dict) else value

    wanted = os.environ["TOOLS"].split(",") if over == EVERY else []
    wrong = [f"{name} is not listed" for name in wanted if name not in names]
    # The last one closes the session.
    calls = [*CALLS[:-1], *(OPT_IN_CALLS if over == EVERY else []), *CALLS[-1:]]
    called = {one["tool"] for one in calls}
    calls = [one for one in calls if one["tool"] not in without]
    wrong += [f"{name} is not called" for name in names if name not in called]
    for one in calls:
        answer = await tried(call, one["tool"], filled(one["with"]))
        failed = re.search(FAILED, answer) and not one.get("isRefused")
        if failed or not re.search(one["says"], answer):
            wrong.append(f"{one['tool']}: {answer[:300]}")
    say(client, f"{len(names)} tools, each called", "; ".join(wrong))


async def tried(call, tool, arguments):
    try:
        return await call(tool, arguments)
    except Exception as error:
        return repr(error)
