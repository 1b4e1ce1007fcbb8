"""Copied beside its libraries by run.mjs: the FastMCP client, over stdio and HTTP. One line of JSON for each try."""

import asyncio
import json
import os

from clients_shared import ARGS, COMMAND, say, use_tools


async def use(name, transport):
    from fastmcp import Client

    async with Client(transport, timeout=60) as client:
        tools = await client.list_tools()
        say(name, f"{len(tools)} tools", "" if len(tools) > 20 else "too few tools")

        async def call(tool, arguments):
            result = await client.call_tool(tool, arguments, raise_on_error=False)
            return json.dumps([part.model_dump(mode="json") for part in result.content], ensure_ascii=False)

        await use_tools(name, call)


async def main():
    from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

    for name, make in [
        ("FastMCP over stdio", lambda: StdioTransport(command=COMMAND, args=ARGS)),
        ("FastMCP over HTTP", lambda: StreamableHttpTransport(os.environ["HTTP_URL"], auth=os.environ["HTTP_TOKEN"])),
    ]:
        try:
            await use(name, make())
            say(name, "connects")
        except Exception as error:
            say(name, "connects", repr(error)[:600])


asyncio.run(main())
