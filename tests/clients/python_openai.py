"""Copied beside its libraries by run.mjs: OpenAI Agents (strict) and Pydantic AI. One line of JSON for each try."""

import asyncio
import json

from clients_shared import COMMAND, HEADERS, HTTP_URL, OVER, args_for, filler, loss, say, use_tools


async def openai_agents(client, over):
    from agents.mcp import MCPServerStdio, MCPServerStreamableHttp
    from agents.strict_schema import ensure_strict_json_schema

    if over != "HTTP":
        made = MCPServerStdio(params={"command": COMMAND, "args": args_for(over)}, client_session_timeout_seconds=60)
    else:
        made = MCPServerStreamableHttp(params={"url": HTTP_URL, "headers": HEADERS}, client_session_timeout_seconds=60)
    async with made as server:
        tools = {tool.name: tool for tool in await server.list_tools()}
        strict = {}
        lost = []
        for name, tool in tools.items():
            schema = getattr(tool, "input_schema", None) or tool.inputSchema
            try:
                strict[name] = ensure_strict_json_schema(json.loads(json.dumps(schema)))
                lost += [f"{name}: {what}" for what in loss(schema, strict[name])]
            except Exception as error:
                lost.append(f"{name}: {error}")
        say(client, f"{len(tools)} strict schemas", "; ".join(lost))

        async def call(name, arguments):
            whole = {key: filler(value) for key, value in strict[name]["properties"].items()}
            result = await server.call_tool(name, {**whole, **arguments})
            return json.dumps([part.model_dump(mode="json") for part in result.content], ensure_ascii=False)

        # A call must have every property, and their numbers and choices have no value that means nothing.
        await use_tools(client, list(tools), call, over, without=("browser_emulate", "diagnostics_search"))


async def pydantic_ai(client, over):
    from pydantic_ai.mcp import MCPToolset, StdioTransport, StreamableHttpTransport
    from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer

    stdio = StdioTransport(command=COMMAND, args=args_for(over))
    transport = stdio if over != "HTTP" else StreamableHttpTransport(HTTP_URL, headers=HEADERS)
    server = MCPToolset(transport, init_timeout=60, tool_error_behavior="error")
    async with server:
        tools = await server.list_tools()
        lost = []
        for tool in tools:
            schema = getattr(tool, "input_schema", None) or tool.inputSchema
            for transformer, strict in transformers(OpenAIJsonSchemaTransformer):
                walked = transformer(json.loads(json.dumps(schema)), strict=strict).walk()
                lost += [f"{tool.name} ({transformer.__name__}): {what}" for what in loss(schema, walked)]
        say(client, f"{len(tools)} schemas for OpenAI and Gemini", "; ".join(lost))

        async def call(name, arguments):
            return json.dumps(await server.direct_call_tool(name, arguments), default=str, ensure_ascii=False)

        await use_tools(client, [tool.name for tool in tools], call, over)


def transformers(openai):
    yield openai, True
    yield openai, None
    try:
        from pydantic_ai.profiles.google import GoogleJsonSchemaTransformer

        yield GoogleJsonSchemaTransformer, None
    except ImportError:
        pass


async def main():
    for name, run in [("openai-agents (strict)", openai_agents), ("Pydantic AI", pydantic_ai)]:
        for over in OVER:
            client = f"{name}, {over}"
            try:
                await run(client, over)
                say(client, "connects")
            except Exception as error:
                say(client, "connects", repr(error)[:600])


asyncio.run(main())
