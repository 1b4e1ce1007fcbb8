/**
 * Functions that run in a world of our own in the page, where the page has patched nothing. Values are arguments of
 * these, never part of their text; each refuses to run at another origin than the one that was judged.
 */
const AT = `const cut = (text, most) => (text.length > most ? text.slice(0, most) + '…' : text);
  if (self.origin !== origin) throw new Error(self.origin === 'null' ? 'sandboxed' : 'elsewhere');`;

export const LIST_AREA = `function (origin, kind, most) {
  ${AT}
  const area = kind === 'local' ? localStorage : sessionStorage;
  const entries = [];
  for (let i = 0; i < area.length && i < most; i += 1) {
    const key = area.key(i);
    if (key !== null) entries.push({ key: cut(key, 10000), length: (area.getItem(key) ?? '').length });
  }
  return { entries, total: area.length };
}`;

export const GET_ITEM = `function (origin, kind, key, most) {
  ${AT}
  const value = (kind === 'local' ? localStorage : sessionStorage).getItem(key);
  return value === null ? {} : { value: cut(value, most), length: value.length };
}`;

export const SET_ITEM = `function (origin, kind, key, value) {
  ${AT}
  (kind === 'local' ? localStorage : sessionStorage).setItem(key, value);
  return {};
}`;

export const REMOVE_ITEM = `function (origin, kind, key) {
  ${AT}
  const area = kind === 'local' ? localStorage : sessionStorage;
  const removed = area.getItem(key) === null ? 0 : 1;
  area.removeItem(key);
  return { removed };
}`;

export const READ_AREAS = `function (origin, most) {
  ${AT}
  let size = 0;
  const read = (area) => {
    const items = [];
    for (let i = 0; i < area.length; i += 1) {
      const key = area.key(i) ?? '';
      const value = area.getItem(key) ?? '';
      size += key.length + value.length;
      if (size > most) throw new Error('too large');
      items.push([key, value]);
    }
    return items;
  };
  return { local: read(localStorage), session: read(sessionStorage) };
}`;

export const REPLACE_AREAS = `function (origin, items) {
  ${AT}
  const { local, session } = JSON.parse(items);
  for (const [area, pairs] of [[localStorage, local], [sessionStorage, session]]) {
    area.clear();
    for (const [key, value] of pairs) area.setItem(key, value);
  }
  return {};
}`;

export const LIST_CACHES = `async function (origin, most) {
  ${AT}
  const entries = [];
  let total = 0;
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    total += requests.length;
    for (const { url, method } of requests.slice(0, Math.max(0, most - entries.length)))
      entries.push({ cache: cut(name, 10000), key: cut(url, 10000), method });
    if (requests.length === 0) entries.push({ cache: cut(name, 10000) });
  }
  return { entries, total };
}`;

export const GET_CACHED = `async function (origin, url, most) {
  ${AT}
  const found = await caches.match(url);
  if (found === undefined) return {};
  const type = found.headers.get('content-type') ?? '';
  const { size } = await found.clone().blob();
  const isText = /^text\\/|json|xml|javascript|urlencoded|^$/i.test(type) && size <= 4 * most;
  const value = isText ? await found.text() : undefined;
  return { status: found.status, type: cut(type, 200), bytes: size,
    ...(value === undefined ? {} : { value: cut(value, most), length: value.length }) };
}`;

export const REMOVE_CACHED = `async function (origin, key) {
  ${AT}
  if ((await caches.keys()).includes(key)) return { removed: (await caches.delete(key)) ? 1 : 0 };
  let removed = 0;
  for (const name of await caches.keys()) if (await (await caches.open(name)).delete(key)) removed += 1;
  return { removed };
}`;
