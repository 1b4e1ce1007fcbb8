"""Copied beside its libraries by run.mjs: the Anthropic SDK's tool converter, and mcp-use over stdio and HTTP."""

import asyncio
import json
import os

from clients_shared import ARGS, COMMAND, loss, say, use_tools


async def anthropic_sdk():
    from anthropic.lib.tools.mcp import async_mcp_tool
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    name = "Anthropic SDK"
    async with stdio_client(StdioServerParameters(command=COMMAND, args=ARGS)) as (read, write):
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

            await use_tools(name, call)


async def mcp_use(name, server):
    from mcp_use import MCPClient
    from mcp_use.agents.adapters.langchain_adapter import LangChainAdapter

    client = MCPClient.from_dict({"mcpServers": {"gatewright": server}})
    try:
        await client.create_all_sessions()
        adapter = LangChainAdapter()
        await adapter.create_all(client)
        tools = {tool.name: tool for tool in adapter.tools}
        say(name, f"{len(tools)} tools", "" if len(tools) > 20 else "too few tools")

        async def call(tool, arguments):
            return json.dumps(await tools[tool].ainvoke(arguments), default=str, ensure_ascii=False)

        await use_tools(name, call)
    finally:
        await client.close_all_sessions()


async def main():
    os.environ["MCP_USE_ANONYMIZED_TELEMETRY"] = "false"
    http = {"url": os.environ["HTTP_URL"], "headers": {"Authorization": f"Bearer {os.environ['HTTP_TOKEN']}"}}
    for name, run in [
        ("Anthropic SDK", anthropic_sdk),
        ("mcp-use over stdio", lambda: mcp_use("mcp-use over stdio", {"command": COMMAND, "args": ARGS})),
        ("mcp-use over HTTP", lambda: mcp_use("mcp-use over HTTP", http)),
    ]:
        try:
            await run()
            say(name, "connects")
        except Exception as error:
            say(name, "connects", repr(error)[:600])


asyncio.run(main())
