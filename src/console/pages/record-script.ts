/**
 * Filters that apply while one types, buttons that copy, and the slider over a session's pictures. The address follows,
 * so that what one sees can be sent to somebody else. Page text arrives as text of a parsed document, never as code.
 */
export const RECORD_SCRIPT = String.raw`(() => {
'use strict';
const by = (id) => document.getElementById(id);

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'unseen';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

function textToCopy({ copy: what, link, value }) {
  if (link !== undefined) return new URL(link || location.href, location.href).href;
  if (value !== undefined) return value;
  const from = document.getElementById(what);
  const clone = from.cloneNode(true);
  for (const el of clone.querySelectorAll('button,.copies')) el.remove();
  return clone.textContent.replace(/[^\S\n]+/g, ' ').replace(/ *\n[\s]*/g, '\n').trim();
}

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button[data-copies]');
  if (!button) return;
  const before = button.textContent;
  const done = await copy(textToCopy(button.dataset));
  button.textContent = done ? 'Copied' : 'Not copied';
  const said = by('announce');
  if (said) said.textContent = done ? 'Copied.' : 'It could not be copied.';
  setTimeout(() => { button.textContent = before; }, 1500);
});

function dress(root) {
  for (const button of root.querySelectorAll('button[data-copies]')) button.hidden = false;
}

const form = document.querySelector('form[data-filters]');
let asking;
let timer = 0;

// What is matched whole is looked for once it may be whole.
function mayBeWhole(field) {
  if (!field.list || field.value === '') return true;
  return [...field.list.options].some(({ value }) => value === field.value);
}

async function apply() {
  clearTimeout(timer);
  asking?.abort();
  asking = new AbortController();
  const words = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''));
  const text = words.toString();
  const address = form.getAttribute('action') + (text ? '?' + text : '');
  by('entries').setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(address, { headers: { 'x-live': 'shown' }, cache: 'no-store', redirect: 'error', signal: asking.signal });
    if (answer.status === 401) { location.reload(); return; }
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('entries');
    if (!answer.ok || !fresh) throw new Error();
    by('entries').replaceChildren(...[...fresh.childNodes].map((node) => document.adoptNode(node)));
    history.replaceState(null, '', address);
    by('entries').dispatchEvent(new CustomEvent('shown', { bubbles: true }));
    dress(by('entries'));
    by('offline').hidden = true;
  } catch (error) {
    if (error.name === 'AbortError') return;
    by('offline').hidden = false;
  }
  by('entries').removeAttribute('aria-busy');
}

if (form) {
  form.addEventListener('input', ({ target }) => {
    clearTimeout(timer);
    if (mayBeWhole(target)) timer = setTimeout(apply, 250);
  });
  form.addEventListener('change', () => { clearTimeout(timer); timer = setTimeout(apply, 50); });
  form.addEventListener('submit', (event) => { event.preventDefault(); apply(); });
}

function marked() {
  for (const el of document.querySelectorAll('.entry.here')) el.classList.remove('here');
  const here = location.hash.length > 1 ? by(decodeURIComponent(location.hash.slice(1))) : null;
  if (here?.classList.contains('entry')) here.classList.add('here');
  return here;
}

const scrub = by('scrub');
const view = scrub?.querySelector('.scrub-view');
if (view) {
  const slider = view.querySelector('input');
  const links = [...scrub.querySelectorAll('[data-at]')];
  const place = (at) => {
    const link = links[at];
    const words = link.querySelector('img').alt;
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', words);
    view.querySelector('a').href = link.dataset.picture;
    Object.assign(view.querySelector('img'), { src: link.dataset.picture, alt: words });
    view.querySelector('[data-place]').textContent = at + 1 + ' of ' + links.length;
    view.querySelector('[data-words]').textContent = words;
    view.querySelector('[data-entry]').setAttribute('href', link.getAttribute('href'));
    for (const each of links) each.toggleAttribute('aria-current', each === link);
    const strip = scrub.querySelector('.strip');
    strip.scrollLeft = link.parentElement.offsetLeft - strip.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
    history.replaceState(null, '', link.getAttribute('href'));
    marked();
  };
  view.hidden = false;
  slider.addEventListener('input', () => place(Number(slider.value)));
  scrub.addEventListener('click', (event) => {
    const { step } = event.target.closest('button')?.dataset ?? {};
    if (step) place(Math.min(links.length - 1, Math.max(0, Number(slider.value) + Number(step))));
    const link = event.target.closest('[data-at]');
    if (!link) return;
    event.preventDefault();
    place(Number(link.dataset.at));
  });
  const shared = links.findIndex((link) => link.getAttribute('href') === location.hash);
  if (shared >= 0) place(shared);
}
addEventListener('hashchange', marked);
addEventListener('shown', marked);
dress(document);
marked();
})();
`;
