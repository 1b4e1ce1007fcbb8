import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SCOPE, openNetwork, openSite } from './open-network.js';
import { connectVia, fetchVia } from './proxy-client.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test('an opened address is not open to a name that resolves to it, from the hosts file either', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gw-hosts-'));
  closers.push(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, 'hosts'), '127.0.0.1 listed.example\n');
  const site = await openSite();
  const app = await openNetwork({ unsafeAllowPrivate: [`127.0.0.1:${site.port}`] }, join(folder, 'hosts'), {
    'site.example': ['127.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
  });
  closers.push(
    () => site.close(),
    () => app.close(),
  );
  const access = await app.egress.admit(SCOPE);
  for (const name of ['site.example', 'mapped.example', 'listed.example']) {
    expect((await fetchVia(access, `http://${name}:${site.port}/`)).status, name).toBe(403);
    expect((await connectVia(access, `${name}:${site.port}`)).status, name).toBe(403);
  }
  expect(site.connections()).toBe(0);
  expect((await fetchVia(access, `http://127.0.0.1:${site.port}/`)).status).toBe(200);
});

test('an opened name is open, and the site sees the name', async () => {
  const site = await openSite();
  const app = await openNetwork({ unsafeAllowPrivate: [`site.example:${site.port}`] }, undefined, {
    'site.example': ['127.0.0.1'],
  });
  closers.push(
    () => site.close(),
    () => app.close(),
  );
  const access = await app.egress.admit(SCOPE);
  expect((await fetchVia(access, `http://site.example:${site.port}/`)).status).toBe(200);
  expect(site.requests[0]?.headers.host).toBe(`site.example:${site.port}`);
});
