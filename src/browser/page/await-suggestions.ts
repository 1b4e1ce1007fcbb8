import type { Page as PlaywrightPage } from 'playwright-core';
import { ifInTime } from './call-time.js';
import { evaluateApart } from '../cdp/page-cdp-session.js';

/** Autocompletes wait about 300 ms after the last key before they ask or show anything. */
const FIRST_MS = 350;
/** After a change of the document, this long without another. */
const QUIET_MS = 80;
const MAX_MS = 1_000;

/**
 * Waits for the list of a field that suggests, so that the answer of the call holds it. Other fields are not waited for:
 * whether a field suggests is read from its attributes, as WAI-ARIA, the common widgets and hand-made search boxes set them.
 */
export function awaitSuggestions(page: PlaywrightPage): Promise<void> {
  return awaitChange(page, SUGGESTING_FIELD);
}

/** Menus open a moment after the pointer has come, too: what says of itself that it opens one is waited for. */
export function awaitMenu(page: PlaywrightPage): Promise<void> {
  return awaitChange(page, CLOSED_MENU);
}

async function awaitChange(page: PlaywrightPage, find: string): Promise<void> {
  await ifInTime(MAX_MS + 500, evaluateApart(page, scriptFor(find))).catch(() => undefined);
}

const SUGGESTING_FIELD = `() => {
  let field = document.activeElement;
  while (field?.shadowRoot?.activeElement) field = field.shadowRoot.activeElement;
  const has = (name) => field.getAttribute(name);
  const suggests =
    field instanceof Element &&
    has('type') !== 'password' &&
    (has('role') === 'combobox' ||
      !['', 'none', null].includes(has('aria-autocomplete')) ||
      ['listbox', 'true', 'menu', 'grid', 'tree'].includes(has('aria-haspopup')) ||
      ['aria-controls', 'aria-owns', 'aria-expanded'].some((name) => has(name) !== null) ||
      /^search/.test(has('type') ?? has('role') ?? '') ||
      (has('autocomplete') ?? '').trim().toLowerCase() === 'off' ||
      /autocomplete|typeahead|combobox|suggest/i.test((has('class') ?? '') + ' ' + (has('id') ?? '')));
  return suggests ? field : undefined;
}`;

const CLOSED_MENU = `() => {
  let under;
  for (let root = document; root; root = under?.shadowRoot) {
    const inner = [...root.querySelectorAll(':hover')].at(-1);
    if (inner === undefined) break;
    under = inner;
  }
  const opener = under?.closest('[aria-haspopup]');
  const opens = ['true', 'menu'].includes(opener?.getAttribute('aria-haspopup'));
  return opens && opener.getAttribute('aria-expanded') !== 'true' ? opener : undefined;
}`;

const scriptFor = (find: string): string => `new Promise((done) => {
  const from = (${find})();
  if (from === undefined) { done(); return; }
  let timer = setTimeout(end, ${FIRST_MS});
  const last = setTimeout(end, ${MAX_MS});
  const watch = new MutationObserver((changes) => {
    if (changes.every(({ target }) => target === from)) return;
    clearTimeout(timer);
    timer = setTimeout(end, ${QUIET_MS});
  });
  function end() { watch.disconnect(); clearTimeout(timer); clearTimeout(last); done(); }
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})`;
