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
export async function awaitSuggestions(page: PlaywrightPage): Promise<void> {
  await ifInTime(MAX_MS + 500, evaluateApart(page, SCRIPT)).catch(() => undefined);
}

const SCRIPT = `new Promise((done) => {
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
  if (!suggests) { done(); return; }
  let timer = setTimeout(end, ${FIRST_MS});
  const last = setTimeout(end, ${MAX_MS});
  const watch = new MutationObserver((changes) => {
    if (changes.every(({ target }) => target === field)) return;
    clearTimeout(timer);
    timer = setTimeout(end, ${QUIET_MS});
  });
  function end() { watch.disconnect(); clearTimeout(timer); clearTimeout(last); done(); }
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})`;
