"""The official client of MCP, in both revisions of the protocol, through the server."""

import httpx2
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client

from steps import key, run, step, url


def client(mode, token=key):
    http = httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"})
    return Client(streamable_http_client(f"{url}/mcp/docs", http_client=http), mode=mode)


async def journey(mode):
    async with client(mode) as session:
        assert [tool.name for tool in (await session.list_tools()).tools] == ["search"]
        called = await session.call_tool("search", {"query": "engine", "region": "us-west1"})
        assert called.content[0].text == "found engine in us-west1"
        prompt = await session.get_prompt("prüfen", {"code": "x = 1"})
        assert prompt.messages[0].content.text == "Review x = 1"
        assert (await session.read_resource("file:///readme.md")).contents[0].text == "Hello"
        return session.protocol_version


@step
async def with_sessions():
    assert await journey("legacy") == "2025-11-25"


@step
async def negotiating():
    assert await journey("auto") == "2026-07-28"


@step
async def error_401():
    is_refused = False
    try:
        async with client("auto", "sk-unknown") as session:
            await session.list_tools()
    except* MCPError:
        is_refused = True
    assert is_refused


run()
