"""Copied beside its libraries by run.mjs: the FastMCP client, over stdio and HTTP. One line of JSON for each try."""

import asyncio
import json
import os

from clients_shared import COMMAND, OVER, args_for, say, use_tools


async def use(name, transport, over):
    from fastmcp import Client

    async with Client(transport, timeout=60) as client:
        tools = await client.list_tools()

        async def call(tool, arguments):
            result = await client.call_tool(tool, arguments, raise_on_error=False)
            return json.dumps([part.model_dump(mode="json") for part in result.content], ensure_ascii=False)

        await use_tools(name, [tool.name for tool in tools], call, over)


async def main():
    from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

    for over in OVER:
        name = f"FastMCP, {over}"
        http = StreamableHttpTransport(os.environ["HTTP_URL"], auth=os.environ["HTTP_TOKEN"])
        stdio = StdioTransport(command=COMMAND, args=args_for(over))
        try:
            await use(name, http if over == "HTTP" else stdio, over)
            say(name, "connects")
        except Exception as error:
            say(name, "connects", repr(error)[:600])


asyncio.run(main())
