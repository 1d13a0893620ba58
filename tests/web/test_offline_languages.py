"""The page without a network in the other languages: every screen, a game and its review; no English word."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, expect
from scripts import said_words

from conftest import rest_by_night
from web.browsing import PATIENCE, Watched, watched
from web.playing import QUICK, play_to_the_end, to_a_choice, with_settings
from web.test_said_in_other_languages import LANGUAGES, settled, texts
from web.test_site import folder, site

__all__ = ["folder", "site"]

SCREENS = (
    "", "learn", "friends/classic", "keep/classic", "rules", "rules/playmonster", "sheet/marina",
    "sheet/munchkin-farkle", "settings", "train/classic", "strategy/classic", "daily", "you", "no-such",
)  # fmt: skip
_WORD = re.compile(r"[a-z]{3,}")
_GAP = re.compile(r"\{[^}]*\}")
_ABROAD = frozenset({"english"})
"""What a list of languages says of itself."""
_SEEN = """
() => {
  const said = [document.title];
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (all.nextNode()) {
    const one = all.currentNode.parentElement;
    // Names of people and what somebody typed are theirs; a key cap is a key.
    if (one.checkVisibility() && !one.closest('kbd, script, style, pre, code, option[lang]'))
      said.push(all.currentNode.data);
  }
  for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder']) said.push(one.getAttribute(name) ?? '');
  return said.join('\\n');
}
"""


def _words(sources: list[str]) -> set[str]:
    return {word for text in sources for word in _WORD.findall(_GAP.sub(" ", text).lower())}


@cache
def english_words(language: str) -> frozenset[str]:
    """The words of the page's English that its texts in another language never use."""
    said, _ = said_words.sentences()
    cards = said_words.card_texts()
    english = [*texts("en.json").values(), *said, *said_words.sheet_texts().values()]
    names = [f"{language}.json", f"said/{language}.json", f"sheets/{language}.json"]
    names += [f"cards/{deck}.{language}.json" for deck in cards]
    spoken = [text for name in names for text in texts(name).values()]
    return frozenset(_words(english) - _words(spoken) - _ABROAD)


def english_left(page: Page, language: str) -> list[str]:
    """The English words that somebody sees or hears on this screen."""
    seen: str = page.evaluate(_SEEN)
    # Letters with accents belong to words, too.
    found = re.findall(r"(?<![^\W_])[a-z]{3,}(?![^\W_])", seen.lower())
    return sorted(set(found) & english_words(language))


def no_english(page: Page, language: str, where: str) -> None:
    """No English word is left as soon as the texts of the language have come."""
    for _ in range(PATIENCE // 100):
        if not english_left(page, language):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{where}: {english_left(page, language)}")


@pytest.fixture
def visitor(browser: Browser, site: str) -> Iterator[Watched]:
    with watched(browser, site, service_workers="allow") as one:
        one.server_may_vanish = True
        yield one


def _offline(visitor: Watched, site: str) -> Page:
    page = visitor.page(site)
    page.wait_for_function("() => navigator.serviceWorker.controller")
    visitor.context.set_offline(True)
    page.reload()
    return page


@pytest.mark.parametrize("language", rest_by_night(LANGUAGES, "de"))
def test_every_screen_without_a_network(language: str, visitor: Watched, site: str) -> None:
    with_settings(visitor, language=language, **QUICK)
    page = _offline(visitor, site)
    for screen in SCREENS:
        page.goto(f"{site}#/{screen}")
        settled(page, language)
        no_english(page, language, screen or "home")
    page.goto(f"{site}#/")
    page.locator("button.now").click()
    to_a_choice(page)
    no_english(page, language, "table")
    page.keyboard.press("h")
    expect(page.get_by_role("button", name=texts(f"{language}.json")["hint.all"])).to_be_visible()
    no_english(page, language, "hint")
    play_to_the_end(page)
    no_english(page, language, "ending")
    match = re.findall(r"#/table/([\w-]+)", page.url)[0]
    for screen in ("review", "replay"):
        page.goto(f"{site}#/{screen}/{match}")
        settled(page, language)
        no_english(page, language, screen)


def test_one_word_that_was_forgotten_is_found(visitor: Watched, site: str) -> None:
    with_settings(visitor, language="de", **QUICK)
    page = visitor.page(f"{site}#/settings")
    settled(page, "de")
    no_english(page, "de", "settings")
    page.evaluate("() => { document.querySelector('h1').textContent += ' Settings'; }")
    assert english_left(page, "de") == ["settings"]
    page.evaluate("() => document.querySelector('main').setAttribute('aria-label', 'The rules')")
    assert english_left(page, "de") == ["rules", "settings", "the"]
