import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Chromium, Chrome, Chrome for Testing and Edge look for what the machine's owner says. */
const PLACES = ['chromium', 'opt/chrome', 'opt/chrome_for_testing', 'opt/edge'];

/**
 * Chromium takes further authorities only from the machine's policies. In a jail these can be ours: a copy of the
 * system's, with one more. Returns what is to be mounted where.
 */
export function writeManagedPolicies(folder: string, authorities: string): Readonly<Record<string, string>> {
  const policy = JSON.stringify({ CACertificates: certificatesIn(authorities) });
  for (const place of PLACES) {
    const own = join(folder, place);
    const system = join('/etc', place);
    mkdirSync(own, { recursive: true, mode: 0o755 });
    if (existsSync(system)) cpSync(system, own, { recursive: true, dereference: true });
    mkdirSync(join(own, 'policies/managed'), { recursive: true, mode: 0o755 });
    writeFileSync(join(own, 'policies/managed/gatewright.json'), policy, { mode: 0o644 });
  }
  return { '/etc/chromium': join(folder, 'chromium'), '/etc/opt': join(folder, 'opt') };
}

/** PEM to what a policy wants: the base64 of each certificate. */
export function certificatesIn(pem: string): string[] {
  const found = pem.matchAll(/-----BEGIN CERTIFICATE-----(?<body>[^-]*)-----END CERTIFICATE-----/gu);
  return [...found].map(({ groups }) => (groups?.['body'] ?? '').replaceAll(/\s/gu, ''));
}
