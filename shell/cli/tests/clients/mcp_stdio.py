"""The official Python SDK, unchanged and as it is published, against the real command."""

import asyncio
import json
import os
import re
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

SITE = os.environ["SITE"]


async def main() -> None:
    args = ["mcp", "--data", os.environ["DATA"], "--site", SITE]
    server = StdioServerParameters(command=os.environ["COMMAND"], args=args, env=json.loads(os.environ["ENVIRONMENT"]))
    async with stdio_client(server) as (reads, writes), ClientSession(reads, writes) as session:
        await session.initialize()
        tools = [tool.name for tool in (await session.list_tools()).tools]
        assert tools == ["look", "act", "do", "ask", "extract", "collections", "workflows", "runs"], tools
        look = await session.call_tool("look", {"url": f"{SITE}/"})
        text = look.content[0].text
        field = re.search(r"\[(\S+) [^\]]*Name", text).group(1)
        entered = await session.call_tool("act", {"actions": [f'setValue({field}, "Ada")']})
        assert "verified" in entered.content[0].text, entered


asyncio.run(asyncio.wait_for(main(), 180))
sys.stdout.write("as it should be\n")
