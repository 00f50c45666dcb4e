"""The browser that all tests of the pages share: each opens a page of its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.bridge.broker.brokers import WAIT

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    expect.set_options(timeout=1000 * WAIT)
    async with async_playwright() as playwright:
        flags = FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else [])
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        yield browser
        await browser.close()
