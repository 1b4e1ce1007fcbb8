/**
 * Pictures of sessions, about one a second, only of those that are on the screen of somebody who looks. What came from a
 * page is put in as text.
 */
export const LIVE_SCRIPT = String.raw`(() => {
'use strict';
if (document.getElementById('drive')) return;

function isOnScreen(el) {
  const { top, bottom } = el.getBoundingClientRect();
  return !document.hidden && bottom > 0 && top < innerHeight;
}

function show(el, view) {
  const img = el.querySelector('img');
  const why = el.querySelector('[data-why]');
  if (view.image) img.src = view.image;
  img.hidden = !view.image;
  why.hidden = Boolean(view.image);
  why.textContent = view.why || 'There is no picture.';
  for (const [name, text] of [['title', view.title], ['url', view.url]]) {
    const place = el.querySelector('[data-' + name + ']');
    if (place && text !== undefined) place.textContent = text;
  }
}

async function look(el) {
  try {
    const answer = await fetch(el.dataset.view, { headers: { 'x-live': '1' }, cache: 'no-store', redirect: 'error' });
    if (answer.ok) show(el, await answer.json());
  } catch { /* the page says by itself that the console does not answer */ }
}

async function round() {
  const began = performance.now();
  const shown = [...document.querySelectorAll('[data-view]')].filter(isOnScreen);
  await Promise.all(shown.map(look));
  setTimeout(round, Math.max(200, 1000 - (performance.now() - began)));
}
round();
})();
`;
