/**
 * All that runs in the person's browser. Pages work without it; it brings what is new, counts down, and tells of new
 * questions where the person has allowed that. Page text arrives as text of a parsed document, never as code.
 */
export const SCRIPT = String.raw`(() => {
'use strict';
const enter = document.querySelector('form[data-submit]');
if (enter) { enter.requestSubmit(); return; }
const { poll } = document.body.dataset;
if (!poll) return;
const by = (id) => document.getElementById(id);
const title = document.title;
const clocks = new WeakMap();
let known = openQuestions(document);

function openQuestions(root) {
  const { count = 0, newest = 0 } = root.querySelector('#count [data-count]')?.dataset ?? {};
  return { count: Number(count), newest: Number(newest) };
}

function words(ms) {
  const s = Math.max(0, Math.round(ms / 1000));
  if (s < 100) return s + ' s';
  const m = Math.round(s / 60);
  if (m < 100) return m + ' min';
  const h = Math.round(m / 60);
  return h < 72 ? h + ' h' : Math.round(h / 24) + ' days';
}

function tick() {
  const now = performance.now();
  for (const el of document.querySelectorAll('[data-left],[data-ago]')) {
    const down = el.dataset.left !== undefined;
    if (!clocks.has(el)) clocks.set(el, down ? now + Number(el.dataset.left) : now - Number(el.dataset.ago));
    const ms = down ? clocks.get(el) - now : now - clocks.get(el);
    const text = words(ms);
    if (el.textContent !== text) el.textContent = text;
    if (down) el.classList.toggle('soon', ms < 10000);
  }
}

function inLocalTime(root) {
  for (const el of root.querySelectorAll('time[datetime]')) {
    const at = new Date(el.dateTime);
    if (!Number.isNaN(at.getTime())) el.textContent = at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
  }
}

// What moves under a finger must not be pressed by it.
let holding = 0;
function hold() {
  for (const button of document.querySelectorAll('.answer button')) button.disabled = true;
  clearTimeout(holding);
  holding = setTimeout(() => {
    for (const button of document.querySelectorAll('.card:not(.settled) .answer button')) button.disabled = false;
  }, 700);
}

function settle(old, list) {
  if (!old.classList.contains('question')) { old.remove(); return; }
  if (old.classList.contains('settled')) return;
  old.classList.add('settled');
  // The focus moves from the settled card to the questions, not to the top of the page (WCAG 2.4.3).
  if (old.contains(document.activeElement)) by('main').focus();
  for (const field of old.querySelectorAll('button,input')) field.disabled = true;
  setTimeout(() => { old.remove(); if (list.children.length > 0) hold(); }, 2500);
}

function merge(fresh) {
  for (const list of document.querySelectorAll('[data-list]')) {
    const other = fresh.querySelector('[data-list="' + list.dataset.list + '"]');
    if (!other) continue;
    const there = new Map([...list.children].map((el) => [el.dataset.key, el]));
    for (const el of [...other.children]) {
      const old = there.get(el.dataset.key);
      there.delete(el.dataset.key);
      if (!old) list[list.dataset.newest === undefined ? 'append' : 'prepend'](document.adoptNode(el));
      else if (old.dataset.version !== el.dataset.version && !old.contains(document.activeElement)) {
        // The picture that is there stays until the next one.
        const [live, next] = [old, el].map((card) => card.querySelector('[data-view]'));
        if (live && next) next.replaceWith(live);
        old.replaceWith(document.adoptNode(el));
      }
    }
    for (const old of there.values()) settle(old, list);
  }
  for (const el of document.querySelectorAll('[data-swap]')) {
    const other = fresh.getElementById(el.id);
    if (!other || el.contains(document.activeElement)) continue;
    const strip = (node) => node.textContent.replace(/\d+ (s|min|h)\b/g, '');
    if (strip(el) !== strip(other) || el.childElementCount !== other.childElementCount) el.replaceChildren(...[...other.childNodes].map((n) => document.adoptNode(n)));
  }
}

function wantsTelling() {
  return localStorage.getItem('gatewright.tell') === 'yes';
}

function tell(count) {
  const text = count === 1 ? 'A question waits for you.' : count + ' questions wait for you.';
  // Emptied first: a screen reader does not say again what has not changed.
  by('announce').textContent = '';
  setTimeout(() => { by('announce').textContent = text; }, 100);
  if (!wantsTelling()) return;
  beep();
  // No word of the question: it may show on a locked screen.
  if ('Notification' in window && Notification.permission === 'granted') new Notification('Gatewright', { body: text, tag: 'gatewright' });
}

function beep() {
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.frequency.value = 660;
    loud.gain.setValueAtTime(0.12, audio.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
    tone.connect(loud).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.4);
    tone.onended = () => audio.close();
  } catch { /* no sound here */ }
}

function showCount(count) {
  document.title = (count > 0 ? '(' + count + ') ' : '') + title;
}

// Behind another tab a question is seen only by who is told of it.
function presence() {
  return document.hidden ? (wantsTelling() ? 'told' : 'hidden') : 'shown';
}

async function look() {
  try {
    const answer = await fetch(poll, { headers: { 'x-live': presence() }, cache: 'no-store', redirect: 'error' });
    if (answer.status === 401) { location.reload(); return; }
    if (!answer.ok) throw new Error();
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const open = openQuestions(fresh);
    merge(fresh);
    if (open.newest > known.newest) tell(open.count);
    known = { ...open, newest: Math.max(open.newest, known.newest) };
    showCount(open.count);
    by('offline').hidden = true;
  } catch {
    by('offline').hidden = false;
  }
  tick();
  setTimeout(look, document.hidden ? 4000 : 1500);
}

const button = by('tell');
function showTelling() {
  button.setAttribute('aria-pressed', String(wantsTelling()));
  button.textContent = wantsTelling() ? 'New questions ring and notify: turn off' : 'Tell me about new questions';
}
button.hidden = false;
showTelling();
button.addEventListener('click', async () => {
  const on = !wantsTelling();
  localStorage.setItem('gatewright.tell', on ? 'yes' : 'no');
  showTelling();
  if (on) beep();
  if (on && 'Notification' in window && Notification.permission === 'default') await Notification.requestPermission();
});
// One press is one answer.
document.addEventListener('submit', (event) => {
  if (event.target.method !== 'post') return;
  setTimeout(() => { for (const each of event.target.querySelectorAll('button')) each.disabled = true; });
});
inLocalTime(document);
tick();
showCount(known.count);
setInterval(tick, 500);
setTimeout(look, 1000);
})();
`;
