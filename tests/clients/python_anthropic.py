"""Copied beside its libraries by run.mjs: the Anthropic SDK's tool converter, and mcp-use over stdio and HTTP."""

import asyncio
import json
import os

from clients_shared import COMMAND, HEADERS, HTTP_URL, OVER, args_for, loss, say, use_tools


def streams(over):
    from mcp import StdioServerParameters
    from mcp.client.stdio import stdio_client
    from mcp.client.streamable_http import streamablehttp_client

    stdio = StdioServerParameters(command=COMMAND, args=args_for(over))
    return stdio_client(stdio) if over != "HTTP" else streamablehttp_client(HTTP_URL, headers=HEADERS)


async def anthropic_sdk(name, over):
    """The client of the `mcp` package, and its tools through the converter of the SDK."""
    from anthropic.lib.tools.mcp import async_mcp_tool
    from mcp import ClientSession

    async with streams(over) as (read, write, *_):
        async with ClientSession(read, write) as session:
            await session.initialize()
            listed = (await session.list_tools()).tools
            tools = {tool.name: async_mcp_tool(tool, session) for tool in listed}
            lost = []
            for tool in listed:
                shown = json.loads(json.dumps(tools[tool.name].to_dict()))
                lost += [f"{tool.name}: {what}" for what in loss(tool.inputSchema, shown["input_schema"])]
            say(name, f"{len(tools)} schemas", "; ".join(lost))

            async def call(tool, arguments):
                return json.dumps(await tools[tool].call(arguments), default=str, ensure_ascii=False)

            await use_tools(name, list(tools), call, over)


async def mcp_use(name, over):
    from mcp_use import MCPClient
    from mcp_use.agents.adapters.langchain_adapter import LangChainAdapter

    stdio = {"command": COMMAND, "args": args_for(over)}
    server = stdio if over != "HTTP" else {"url": HTTP_URL, "headers": HEADERS}
    client = MCPClient.from_dict({"mcpServers": {"gatewright": server}})
    try:
        await client.create_all_sessions()
        adapter = LangChainAdapter()
        await adapter.create_all(client)
        tools = {tool.name: tool for tool in adapter.tools}

        async def call(tool, arguments):
            return json.dumps(await tools[tool].ainvoke(arguments), default=str, ensure_ascii=False)

        await use_tools(name, list(tools), call, over)
    finally:
        await client.close_all_sessions()


async def main():
    os.environ["MCP_USE_ANONYMIZED_TELEMETRY"] = "false"
    for library, run in [("Anthropic SDK", anthropic_sdk), ("mcp-use", mcp_use)]:
        for over in OVER:
            name = f"{library}, {over}"
            try:
                await run(name, over)
                say(name, "connects")
            except Exception as error:
                say(name, "connects", repr(error)[:600])


asyncio.run(main())
