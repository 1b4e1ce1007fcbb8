"""What the Python runners use: the words of the server, what a converter lost, and the calls that are tried."""

import json
import os
import re

COMMAND, *ARGS = json.loads(os.environ["SERVER"])
URL = os.environ["SITE"]
HTTP_URL = os.environ["HTTP_URL"]
HEADERS = {"Authorization": "Bearer " + os.environ["HTTP_TOKEN"]}


def say(client, what, why=""):
    print(json.dumps({"client": client, "what": what, "why": str(why)}, separators=(",", ":")), flush=True)


def bare(schema):
    forms = [form for form in (schema or {}).get("anyOf", []) if form.get("type") != "null"]
    return forms[0] if len(forms) == 1 else schema


def loss(before, after, path=""):
    lost = []
    for key, value in before.get("properties", {}).items():
        now = bare((after or {}).get("properties", {}).get(key))
        if now is None:
            lost.append(f"{path}{key} is gone")
        elif "type" not in now:
            lost.append(f"{path}{key} has no type")
        elif "properties" in value:
            lost += loss(value, now, f"{path}{key}.")
        elif "properties" in value.get("items", {}):
            lost += loss(value["items"], bare(now.get("items")), f"{path}{key}[].")
    return lost


# What a model has to send for a property that may not be null and that it has no use for.
FILLERS = {"string": "", "integer": 0, "number": 0, "boolean": False, "array": []}


def filler(schema):
    if schema.get("type") == "object":
        return {key: filler(value) for key, value in schema.get("properties", {}).items()}
    return schema["enum"][0] if "enum" in schema else FILLERS[schema["type"]]


REFUSED = r"call\.bad-arguments|browser\.stale-ref|session\.none|policy\.|approval\."


async def use_tools(client, call):
    page = await call("browser_navigate", {"url": URL, "snapshot": "interactive"})

    def ref(name):
        found = re.search(name + r"[^\]]*?\[ref=(e\d+)\]", page)
        return found.group(1) if found else "e0"

    for what, tool, arguments, wanted in [
        ("click by ref", "browser_click", {"ref": ref("Add to cart")}, "added"),
        ("fill a form", "browser_fill_form", {"fields": [{"ref": ref("City"), "value": "Rome"}]}, "ok|Rome"),
        ("drag", "browser_drag", {"from": ref("Card"), "to": ref("Tray")}, "dropped"),
        ("permission", "set_permission_policy", {"mode": "deny", "permission": "camera"}, "camera is deny"),
        ("read it back", "browser_snapshot", {"mode": "full"}, "Rome"),
    ]:
        try:
            answer = await call(tool, arguments)
            say(client, what, "" if re.search(wanted, answer) and not re.search(REFUSED, answer) else answer[:400])
        except Exception as error:
            say(client, what, repr(error)[:400])
