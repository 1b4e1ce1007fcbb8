import { markup } from './markup.js';
import type { Markup } from './markup.js';

const GO = [
  ['n', 'Now', '/'],
  ['w', 'Waiting', '/waiting'],
  ['r', 'Record', '/record'],
  ['a', 'Allowed', '/allowed'],
  ['i', 'Identities', '/identities'],
  ['t', 'Teams', '/teams'],
  ['h', 'Health', '/health'],
] as const;

/** No key answers a question, stops or takes over: what counts takes a button that one sees. */
const OTHERS = [
  ['/', 'To the first field of a filter or form'],
  ['j', 'Next card or entry'],
  ['k', 'The one before'],
  ['[ ]', 'Picture before, next picture'],
  ['?', 'This list'],
] as const;

export function shortcutsDialog(): Markup {
  return markup`<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keyboard shortcuts</h2>
<dl class="rows">${GO.map(([key, label]) => markup`<div><dt><kbd>g</kbd> <kbd>${key}</kbd></dt><dd>${label}</dd></div>`)}
${OTHERS.map(([key, label]) => markup`<div><dt>${key.split(' ').map((each) => markup`<kbd>${each}</kbd> `)}</dt><dd>${label}</dd></div>`)}</dl>
<p class="hint">Questions are answered with their buttons only.</p>
<form method="dialog" class="buttons"><button class="yes">Close</button><button type="button" id="keys-switch" class="quiet" aria-pressed="true">Shortcuts are on: turn off</button></form></dialog>`;
}

/** Keys do nothing while somebody writes or drives, and can be turned off (WCAG 2.1.4). */
export const SHORTCUTS_SCRIPT = String.raw`(() => {
'use strict';
const dialog = document.getElementById('keys');
const opener = document.getElementById('keys-open');
if (!dialog || !opener) return;
const GO = ${JSON.stringify(Object.fromEntries(GO.map(([key, , path]) => [key, path])))};
const NAME = 'gatewright.keys';
const toggle = document.getElementById('keys-switch');
const isOn = () => localStorage.getItem(NAME) !== 'off';
function showSwitch() {
  toggle.setAttribute('aria-pressed', String(isOn()));
  toggle.textContent = isOn() ? 'Shortcuts are on: turn off' : 'Shortcuts are off: turn on';
}
toggle.addEventListener('click', () => { localStorage.setItem(NAME, isOn() ? 'off' : 'on'); showSwitch(); });
opener.hidden = false;
opener.addEventListener('click', () => dialog.showModal());
showSwitch();

function step(by) {
  const items = [...document.querySelectorAll('main .card, main .entry')];
  if (items.length === 0) return;
  const at = items.findIndex((item) => item === document.activeElement || item.contains(document.activeElement));
  const next = items[at < 0 ? (by > 0 ? 0 : items.length - 1) : Math.min(items.length - 1, Math.max(0, at + by))];
  next.tabIndex = -1;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

let went = 0;
document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, altKey, metaKey, isComposing, target } = event;
  if (!isOn() || ctrlKey || altKey || metaKey || isComposing || dialog.open) return;
  if (target.closest?.('input,textarea,select,[contenteditable],#screen,[role=application]')) return;
  const isSecond = performance.now() - went < 1200;
  went = 0;
  if (isSecond && Object.hasOwn(GO, key)) { event.preventDefault(); location.assign(GO[key]); return; }
  if (key === 'g') { went = performance.now(); return; }
  if (key === '?') dialog.showModal();
  else if (key === '/') document.querySelector('main input:not([type=hidden],[type=range]), main textarea')?.focus();
  else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
  else if (key === '[' || key === ']') document.querySelector('#scrub [data-step="' + (key === ']' ? 1 : -1) + '"]')?.click();
  else return;
  event.preventDefault();
});
})();
`;
