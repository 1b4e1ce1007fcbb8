"""Copied beside its libraries by run.mjs: LangChain, with its converters for Gemini and OpenAI (strict)."""

import asyncio
import json

from clients_shared import COMMAND, HEADERS, HTTP_URL, OVER, args_for, loss, say, use_tools

HTTP = {"transport": "streamable_http", "url": HTTP_URL, "headers": HEADERS}


async def main(client, over):
    from langchain_core.utils.function_calling import convert_to_openai_tool
    from langchain_mcp_adapters.client import MultiServerMCPClient

    stdio = {"transport": "stdio", "command": COMMAND, "args": args_for(over)}
    mcp = MultiServerMCPClient({"gw": HTTP if over == "HTTP" else stdio})
    async with mcp.session("gw") as session:
        from langchain_mcp_adapters.tools import load_mcp_tools

        tools = {tool.name: tool for tool in await load_mcp_tools(session)}
        lost = []
        for name, tool in tools.items():
            for strict in (True, False):
                shown = convert_to_openai_tool(tool, strict=strict)["function"]["parameters"]
                lost += [f"{name} (strict={strict}): {what}" for what in loss(tool.args_schema, shown)]
        say(client, f"{len(tools)} schemas for OpenAI", "; ".join(lost))
        say(client, f"{len(tools)} schemas for Gemini", "; ".join(gemini_loss(tools)))

        async def call(name, arguments):
            answer = await tools[name].ainvoke(arguments)
            return answer if isinstance(answer, str) else json.dumps(answer, default=str, ensure_ascii=False)

        await use_tools(client, list(tools), call, over)


def gemini_loss(tools):
    """Gemini refuses the whole request for one object without properties; the converter makes a STRING of it."""
    from langchain_google_genai._function_utils import convert_to_genai_function_declarations

    lost = []
    declared = convert_to_genai_function_declarations(list(tools.values()))
    found = getattr(declared, "function_declarations", None) or [
        one for tool in declared for one in tool.function_declarations
    ]
    for one in found:
        lost += compare(one.name, tools[one.name].args_schema, one.parameters)
    return lost


def compare(path, before, after):
    lost = []
    for key, value in before.get("properties", {}).items():
        now = (after.properties or {}).get(key) if after is not None else None
        if now is None:
            lost.append(f"{path}.{key} is gone")
            continue
        kind = str(getattr(now.type, "name", now.type)).split(".")[-1].lower()
        if kind != value["type"]:
            lost.append(f"{path}.{key} became {kind}")
        elif "enum" in value and value["enum"] != list(now.enum or []):
            lost.append(f"{path}.{key} has other values")
        elif "properties" in value:
            lost += compare(f"{path}.{key}", value, now)
        elif "properties" in value.get("items", {}):
            lost += compare(f"{path}.{key}[]", value["items"], now.items)
    return lost


for over in OVER:
    name = f"LangChain, {over}"
    try:
        asyncio.run(main(name, over))
        say(name, "connects")
    except Exception as error:
        say(name, "connects", repr(error)[:600])
