"""A page as a person's browser shows it: headless Chromium, and what it complained of."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = next((path for path in map(shutil.which, NAMES) if path), None)

needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")


@dataclass
class Seen:
    """What happened while a page was open. `requests` leaves out the page itself."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    @property
    def fits(self) -> bool:
        """True if nothing makes the page wider than the window (what scrolls inside may be)."""
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return not self.page.evaluate(wide)


@contextmanager
def opened(path: Path, *, width: int = 1000, dark: bool = False) -> Iterator[Seen]:
    """The file opened in a window of that width (pixels)."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        try:
            page = browser.new_page(
                viewport={"width": width, "height": 900},
                color_scheme="dark" if dark else "light",
            )
            seen = Seen(page)
            page.on("console", lambda message: seen.complaints.append(message.text))
            page.on("pageerror", lambda error: seen.complaints.append(str(error)))
            address = path.resolve().as_uri()

            def requested(url: str) -> None:
                if url != address and not url.startswith("data:"):
                    seen.requests.append(url)

            page.on("request", lambda request: requested(request.url))
            page.goto(address)
            yield seen
        finally:
            browser.close()
