import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

/** The addresses of a name in the hosts file, which is read again when it has changed. */
export function watchHostsFile(path: string): (host: string) => Promise<readonly string[]> {
  let known: { readonly stamp: string; readonly names: ReadonlyMap<string, readonly string[]> } | undefined;
  return async (host) => {
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const stamp = `${mtimeMs} ${size} ${ino}`;
      if (known?.stamp !== stamp) known = { stamp, names: parseHosts(await readFile(path, 'utf8')) };
      return known.names.get(host) ?? [];
    } catch {
      // A machine without a hosts file, or one that may not read it, asks its resolver.
      return [];
    }
  };
}

export function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address, ...hosts] = line.replace(/#.*$/u, '').trim().split(/\s+/u);
    if (address === undefined || isIP(address) === 0) continue;
    for (const host of hosts) {
      const name = host.toLowerCase().replace(/\.$/u, '');
      names.set(name, [...(names.get(name) ?? []), address]);
    }
  }
  return names;
}

export function systemHostsFile(): string {
  return process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts';
}
