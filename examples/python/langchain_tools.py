"""The server over HTTP, as LangChain tools. Needs: langchain-mcp-adapters.

`client.get_tools()` opens a new connection for each call, and a browser session ends with its connection. So the server
runs over HTTP (`gatewright serve`), and one session is held open for all calls.
"""

import asyncio
import os
import sys

from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools

URL = sys.argv[1] if len(sys.argv) > 1 else "https://example.com/"


async def main():
    connection = {
        "transport": "streamable_http",
        "url": os.environ["MCP_URL"],
        "headers": {"Authorization": f"Bearer {os.environ['GATEWRIGHT_TOKEN']}"},
    }
    client = MultiServerMCPClient({"gatewright": connection})
    async with client.session("gatewright") as session:
        tools = {tool.name: tool for tool in await load_mcp_tools(session)}
        print(len(tools), "tools")
        # An agent would be given list(tools.values()).
        print(await tools["browser_navigate"].ainvoke({"url": URL}))
        print(await tools["browser_click"].ainvoke({"role": "button", "index": 0}))


asyncio.run(main())
