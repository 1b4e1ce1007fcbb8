/**
 * Brings a person's pointer, fingers and keys to the page that they drive, in order, and the page's picture back. What
 * came from the page is put in as text.
 */
export const DRIVE_SCRIPT = String.raw`(() => {
'use strict';
const panel = document.getElementById('drive');
if (!panel) return;
const { drive, csrf, back, at: place } = panel.dataset;
const by = (id) => document.getElementById(id);
const screen = by('screen');
const img = screen.querySelector('img');
const BUTTONS = ['left', 'middle', 'right'];
let size = { width: 0, height: 0 };
let queue = [];
let sending = false;
let over = false;
let lastInput = 0;

function leave() {
  if (over) return;
  over = true;
  location.replace(back);
}

function put(input) {
  const last = queue.at(-1);
  if (input.kind === 'move' && last?.kind === 'move') queue.pop();
  if (input.kind === 'text' && last?.kind === 'text' && last.text.length < 500) last.text += input.text;
  else if (input.kind === 'wheel' && last?.kind === 'wheel') { last.dx += input.dx; last.dy += input.dy; }
  else queue.push(input);
  lastInput = performance.now();
  send();
}

async function send() {
  if (sending || over || queue.length === 0) return;
  sending = true;
  const inputs = JSON.stringify(queue.splice(0, 50));
  try {
    const answer = await fetch(place + '/drive', { method: 'POST', body: new URLSearchParams({ csrf, drive, inputs }), redirect: 'error' });
    if ([401, 403, 410].includes(answer.status)) leave();
    by('offline').hidden = true;
  } catch { by('offline').hidden = false; }
  sending = false;
  send();
}

function at({ clientX, clientY }) {
  const box = img.getBoundingClientRect();
  const within = (part, whole) => Math.min(Math.max(0, part * whole), Math.max(0, whole - 1));
  return { x: within((clientX - box.left) / box.width, size.width), y: within((clientY - box.top) / box.height, size.height) };
}

let press = { at: -1e9, x: 0, y: 0, clicks: 0 };
function clicksAt({ clientX: x, clientY: y }) {
  const again = performance.now() - press.at < 400 && Math.hypot(x - press.x, y - press.y) < 6;
  press = { at: performance.now(), x, y, clicks: again ? press.clicks % 3 + 1 : 1 };
  return press.clicks;
}

let finger;
function touch(event) {
  const { type, clientX: x, clientY: y, pointerId } = event;
  if (type === 'pointerdown' && !finger) finger = { pointerId, x, y, moved: false };
  if (!finger || finger.pointerId !== pointerId) return;
  if (type === 'pointermove' && (finger.moved || Math.hypot(x - finger.x, y - finger.y) > 10)) {
    const scale = size.width / img.getBoundingClientRect().width;
    put({ kind: 'wheel', ...at(event), dx: Math.round((finger.x - x) * scale), dy: Math.round((finger.y - y) * scale) });
    finger = { ...finger, x, y, moved: true };
  }
  if (type === 'pointerup' && !finger.moved) {
    const tap = { ...at(event), button: 'left', clicks: clicksAt(event) };
    put({ kind: 'press', ...tap });
    put({ kind: 'release', ...tap });
  }
  if (type === 'pointerup' || type === 'pointercancel') finger = undefined;
}

function point(event) {
  if (img.hidden) return;
  event.preventDefault();
  if (event.type === 'pointerdown') screen.focus({ preventScroll: true });
  if (event.pointerType === 'touch') { touch(event); return; }
  const button = BUTTONS[event.button];
  if (event.type === 'pointermove') put({ kind: 'move', ...at(event) });
  else if (event.type === 'pointerdown' && button) {
    screen.setPointerCapture(event.pointerId);
    put({ kind: 'press', ...at(event), button, clicks: clicksAt(event) });
  } else if (event.type === 'pointerup' && button) put({ kind: 'release', ...at(event), button, clicks: Math.max(1, press.clicks) });
}
for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel']) screen.addEventListener(type, point);
screen.addEventListener('contextmenu', (event) => event.preventDefault());
screen.addEventListener('wheel', (event) => {
  if (img.hidden) return;
  event.preventDefault();
  const step = event.deltaMode === 0 ? 1 : 16;
  put({ kind: 'wheel', ...at(event), dx: event.deltaX * step, dy: event.deltaY * step });
}, { passive: false });

screen.addEventListener('keydown', (event) => {
  const { key, ctrlKey, altKey, metaKey, shiftKey, isComposing } = event;
  if (isComposing || ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Process'].includes(key)) return;
  if (key === 'Escape' && shiftKey) { by('typed').focus(); event.preventDefault(); return; }
  const command = (ctrlKey || metaKey) && !event.getModifierState('AltGraph');
  // What is pasted comes from the person's own clipboard, below.
  if (command && key.toLowerCase() === 'v') return;
  event.preventDefault();
  if (key.length <= 2 && !command && !(altKey && !event.getModifierState('AltGraph'))) { put({ kind: 'text', text: key }); return; }
  const held = [[ctrlKey || metaKey, 'Control'], [altKey, 'Alt'], [shiftKey, 'Shift']].flatMap(([on, name]) => on ? [name] : []);
  put({ kind: 'key', key: [...held, key].join('+').slice(0, 40) });
});
document.addEventListener('paste', (event) => {
  if (document.activeElement !== screen) return;
  const text = event.clipboardData?.getData('text/plain').slice(0, 10000);
  if (text) put({ kind: 'text', text });
  event.preventDefault();
});

by('typing').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = by('typed').value;
  by('typed').value = '';
  if (text) put({ kind: 'text', text });
  else put({ kind: 'key', key: 'Enter' });
});
by('unseen-typing').addEventListener('change', (event) => { by('typed').type = event.target.checked ? 'password' : 'text'; });
panel.addEventListener('click', ({ target }) => {
  const { go, keyPress, dialog } = target.closest('button')?.dataset ?? {};
  if (go) put({ kind: 'go', to: go });
  if (keyPress) put({ kind: 'key', key: keyPress });
  if (dialog) answer(dialog === 'yes');
});
by('tabs').addEventListener('change', ({ target }) => { put({ kind: 'tab', tab: target.value }); target.blur(); });

let asked = '';
function answer(accept) {
  const text = by('dialog-text').hidden ? {} : { text: by('dialog-value').value };
  by('dialog').hidden = true;
  asked = '';
  // Not behind what waits for this answer.
  queue.unshift({ kind: 'dialog', accept, ...text });
  sending = false;
  send();
}

function showDialog(dialog) {
  const key = dialog ? dialog.kind + dialog.message : '';
  if (key === asked) return;
  asked = key;
  by('dialog').hidden = !dialog;
  if (!dialog) return;
  by('dialog-says').textContent = dialog.kind === 'beforeunload' ? 'Leave this page? What you entered may be lost.' : dialog.message;
  by('dialog-text').hidden = dialog.kind !== 'prompt';
  by('dialog-value').value = dialog.suggested ?? '';
  by('dialog').querySelector('[data-dialog=no]').hidden = dialog.kind === 'alert';
  (dialog.kind === 'prompt' ? by('dialog-value') : by('dialog').querySelector('button')).focus();
}

function showTabs(tabs) {
  const list = by('tabs');
  if (list === document.activeElement) return;
  list.replaceChildren(...tabs.map(({ tab, title, current }) => new Option(tab + (title ? ': ' + title : ''), tab, current, current)));
}

function show(view) {
  if (view.over !== undefined) { leave(); return; }
  if (view.image) { img.src = view.image; size = { width: view.width, height: view.height }; }
  img.hidden = !view.image;
  const why = screen.querySelector('[data-why]');
  why.hidden = Boolean(view.image);
  why.textContent = view.why || 'There is no picture.';
  panel.querySelector('[data-title]').textContent = [view.title, view.url].filter(Boolean).join(' · ');
  showDialog(view.dialog);
  showTabs(view.tabs);
}

async function look() {
  if (over) return;
  try {
    const answer = await fetch(place + '/driven?' + new URLSearchParams({ drive }), { headers: { 'x-live': '1' }, cache: 'no-store', redirect: 'error' });
    if (answer.status === 401) leave();
    else if (answer.ok) show(await answer.json());
    by('offline').hidden = true;
  } catch { by('offline').hidden = false; }
  const busy = performance.now() - lastInput < 3000;
  setTimeout(look, document.hidden ? 15000 : busy ? 60 : 400);
}

by('give').addEventListener('submit', async (event) => {
  if (!sending && queue.length === 0) { over = true; return; }
  // What was typed before it arrives before it, on a slow line too.
  event.preventDefault();
  const until = performance.now() + 5000;
  while ((sending || queue.length > 0) && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 30));
  over = true;
  event.target.submit();
});
// A page that is closed drives nothing any more.
addEventListener('pagehide', () => {
  if (!over) navigator.sendBeacon(place + '/give', new URLSearchParams({ csrf, drive }));
  over = true;
});
look();
})();
`;
