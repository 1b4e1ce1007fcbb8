"""An agent of the OpenAI Agents SDK over stdio. Needs: openai-agents."""

import asyncio
import json
import os
import shlex
import sys

from agents import Agent, Model, ModelResponse, Runner, Usage, set_tracing_disabled
from agents.mcp import MCPServerStdio
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

URL = sys.argv[1] if len(sys.argv) > 1 else "https://example.com/"
COMMAND, *ARGS = shlex.split(os.environ.get("GATEWRIGHT", "gatewright"))
SCRIPT = [("browser_navigate", {"url": URL}), ("browser_click", {"role": "button", "index": 0})]


class Scripted(Model):
    """In place of a model: calls two tools, prints what they say, and is done."""

    async def get_response(self, system_instructions, input, *args, **kwargs):
        results = [item for item in input if isinstance(item, dict) and item.get("type") == "function_call_output"]
        for result in results[-1:]:
            print(result["output"])
        if len(results) < len(SCRIPT):
            name, arguments = SCRIPT[len(results)]
            call = ResponseFunctionToolCall(
                type="function_call", call_id=f"call-{len(results)}", name=name, arguments=json.dumps(arguments)
            )
            return ModelResponse(output=[call], usage=Usage(), response_id=None)
        text = ResponseOutputText(type="output_text", text="done", annotations=[])
        done = ResponseOutputMessage(id="done", type="message", role="assistant", status="completed", content=[text])
        return ModelResponse(output=[done], usage=Usage(), response_id=None)

    def stream_response(self, *args, **kwargs):
        raise NotImplementedError


async def main():
    set_tracing_disabled(True)
    params = {"command": COMMAND, "args": ARGS, "env": dict(os.environ)}
    # A first call may have to start a browser: five seconds, the default, are too few.
    async with MCPServerStdio(params=params, client_session_timeout_seconds=60) as server:
        # For a real model: model="…", or nothing for the default one.
        agent = Agent(name="example", instructions="Click the first button.", mcp_servers=[server], model=Scripted())
        print((await Runner.run(agent, URL)).final_output)


asyncio.run(main())
