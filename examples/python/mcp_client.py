"""The server over stdio, with the MCP SDK. Needs: mcp."""

import asyncio
import os
import shlex
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

URL = sys.argv[1] if len(sys.argv) > 1 else "https://example.com/"
COMMAND, *ARGS = shlex.split(os.environ.get("GATEWRIGHT", "gatewright"))


async def main():
    # Without env= the server gets a few variables only, and would not find a workspace that is set by one.
    server = StdioServerParameters(command=COMMAND, args=ARGS, env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        print(len((await session.list_tools()).tools), "tools")
        for name, arguments in [
            ("browser_navigate", {"url": URL}),
            ("browser_click", {"role": "button", "index": 0}),
        ]:
            result = await session.call_tool(name, arguments)
            for part in result.content:
                if part.type == "text":
                    print(part.text)


asyncio.run(main())
