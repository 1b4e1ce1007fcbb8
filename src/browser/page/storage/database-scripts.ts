/** The same for IndexedDB: `database`, `database/store` or `database/store/key` names what is meant. */
const TOOLS = `
  const cut = (text, most) => (text.length > most ? text.slice(0, most) + '…' : text);
  if (self.origin !== origin) throw new Error(self.origin === 'null' ? 'sandboxed' : 'elsewhere');
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('the page holds the database open'));
  });
  // Only one that exists: opening another would make it.
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '').sort((a, b) => b.length - a.length);
  const within = async (name, work) => {
    const database = await done(indexedDB.open(name));
    try { return await work(database); } finally { database.close(); }
  };
  const plain = (value) => JSON.parse(JSON.stringify(value, (_, inner) => {
    if (typeof inner === 'bigint') return String(inner) + 'n';
    if (inner instanceof Set) return [...inner];
    if (inner instanceof Map) return Object.fromEntries([...inner].map(([key, held]) => [written(key), held]));
    if (inner instanceof Blob) return '[' + (inner.type || 'blob') + ', ' + inner.size + ' bytes]';
    if (inner instanceof ArrayBuffer || ArrayBuffer.isView(inner)) return '[' + inner.byteLength + ' bytes]';
    return inner;
  }) ?? 'null');
  const written = (key) => typeof key === 'string' ? key : JSON.stringify(plain(key));
  const locate = async (path, work) => {
    const name = names.find((one) => path === one || path.startsWith(one + '/'));
    if (name === undefined) return {};
    if (path === name) return work({ name });
    const rest = path.slice(name.length + 1);
    return within(name, async (database) => {
      const store = [...database.objectStoreNames].sort((a, b) => b.length - a.length)
        .find((one) => rest === one || rest.startsWith(one + '/'));
      if (store === undefined) return {};
      return work({ name, database, store, ...(rest === store ? {} : { key: rest.slice(store.length + 1) }) });
    });
  };
  // A key is a string as it is, or else a number or a list as JSON writes it.
  const keyFor = async (objects, text) => {
    if ((await done(objects.getKey(text))) !== undefined) return text;
    try {
      const other = JSON.parse(text);
      if ((typeof other === 'number' || Array.isArray(other)) && (await done(objects.getKey(other))) !== undefined) return other;
    } catch {}
    return undefined;
  };`;

export const LIST_DATABASES = `async function (origin, most) {${TOOLS}
  const entries = [];
  for (const name of names.slice(0, 50)) await within(name, async (database) => {
    if (database.objectStoreNames.length === 0) entries.push({ key: cut(name, 10000) });
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      const [count, keys] = await Promise.all([done(objects.count()), done(objects.getAllKeys(null, 20))]);
      entries.push({ key: cut(name + '/' + store, 10000), records: count,
        keys: keys.map((key) => cut(written(key), 10000)) });
    }
  });
  return { entries: entries.slice(0, most), total: entries.length };
}`;

export const GET_RECORDS = `async function (origin, path, most) {${TOOLS}
  return locate(path, async ({ database, store, key }) => {
    if (store === undefined) return {};
    const objects = database.transaction(store).objectStore(store);
    if (key !== undefined) {
      const known = await keyFor(objects, key);
      if (known === undefined) return {};
      const value = JSON.stringify(plain(await done(objects.get(known))));
      return { value: cut(value, most), length: value.length };
    }
    const [keys, values] = await Promise.all([done(objects.getAllKeys(null, 50)), done(objects.getAll(null, 50))]);
    const pairs = keys.map((one, i) => [written(one), JSON.stringify(plain(values[i]))]);
    const length = pairs.reduce((sum, pair) => sum + pair[0].length + pair[1].length, 0);
    // Whole records, so that each can be judged by its key.
    let room = most;
    const fitting = pairs.filter((pair) => (room -= pair[0].length + pair[1].length) >= 0);
    const omitted = pairs.length - fitting.length;
    return { length, ...(omitted === 0 ? {} : { omitted }), pairs: fitting };
  });
}`;

export const PUT_RECORD = `async function (origin, path, json) {${TOOLS}
  let value;
  try { value = JSON.parse(json); } catch { value = json; }
  return locate(path, async ({ database, store, key }) => {
    if (key === undefined) return {};
    const objects = database.transaction(store, 'readwrite').objectStore(store);
    const known = (await keyFor(objects, key)) ?? key;
    await done(objects.keyPath === null ? objects.put(value, known) : objects.put(value));
    return { put: true };
  });
}`;

export const REMOVE_RECORDS = `async function (origin, path) {${TOOLS}
  return locate(path, async ({ name, database, store, key }) => {
    if (store === undefined) { await done(indexedDB.deleteDatabase(name)); return { removed: 1 }; }
    const objects = database.transaction(store, 'readwrite').objectStore(store);
    if (key === undefined) { await done(objects.clear()); return { removed: 1 }; }
    const known = await keyFor(objects, key);
    if (known === undefined) return {};
    await done(objects.delete(known));
    return { removed: 1 };
  });
}`;
