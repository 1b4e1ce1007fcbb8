"""An agent of Pydantic AI over stdio. Needs: pydantic-ai-slim[mcp]."""

import asyncio
import os
import shlex
import sys

from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset, StdioTransport
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel

URL = sys.argv[1] if len(sys.argv) > 1 else "https://example.com/"
COMMAND, *ARGS = shlex.split(os.environ.get("GATEWRIGHT", "gatewright"))
SCRIPT = [("browser_navigate", {"url": URL}), ("browser_click", {"role": "button", "index": 0})]


def scripted(messages, info):
    """In place of a model: calls two tools, prints what they say, and is done."""
    results = [part for message in messages for part in message.parts if isinstance(part, ToolReturnPart)]
    for result in results[-1:]:
        print(result.content)
    if len(results) < len(SCRIPT):
        name, arguments = SCRIPT[len(results)]
        return ModelResponse(parts=[ToolCallPart(name, arguments)])
    return ModelResponse(parts=[TextPart("done")])


async def main():
    transport = StdioTransport(command=COMMAND, args=ARGS, env=dict(os.environ))
    server = MCPToolset(transport, init_timeout=60)
    # For a real model: Agent("provider:model", …).
    agent = Agent(FunctionModel(scripted), toolsets=[server])
    async with agent:
        print((await agent.run(f"Click the first button of {URL}")).output)


asyncio.run(main())
