"""The server over stdio, with FastMCP. Needs: fastmcp."""

import asyncio
import os
import shlex
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport

URL = sys.argv[1] if len(sys.argv) > 1 else "https://example.com/"
COMMAND, *ARGS = shlex.split(os.environ.get("GATEWRIGHT", "gatewright"))


async def main():
    transport = StdioTransport(command=COMMAND, args=ARGS, env=dict(os.environ))
    # A first call may have to start a browser.
    async with Client(transport, timeout=60) as client:
        print(len(await client.list_tools()), "tools")
        await client.call_tool("browser_navigate", {"url": URL})
        # A refusal is an answer that the model should read, and no reason to end the program.
        result = await client.call_tool("browser_click", {"role": "button", "index": 0}, raise_on_error=False)
        for part in result.content:
            if part.type == "text":
                print(part.text)


asyncio.run(main())
