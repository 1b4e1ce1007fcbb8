import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startCommand } from '../fixtures/console.js';

it('a link opens one browser, also when its form is sent twice at once, and no other', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-link-'));
  const { server, link } = await startCommand(workspace, ['console', '--json'], 'link');
  try {
    const { origin } = new URL(link);
    const shown = await fetch(link);
    const mark = shown.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(mark).toMatch(/_link=[\w-]{43}$/u);
    const send = (cookie?: string) =>
      fetch(link, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin, 'sec-fetch-site': 'same-origin', ...(cookie !== undefined && { cookie }) },
      });
    const both = await Promise.all([send(mark), send(mark)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    const sessions = both.map((reply) => reply.headers.getSetCookie()[0]?.split(';')[0] ?? '');
    const opens = async (cookie: string) => (await fetch(`${origin}/`, { headers: { cookie } })).status;
    const opened = await Promise.all(sessions.map(opens));
    expect(opened.toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect((await send()).status).toBe(401);
    expect((await send(`${mark.slice(0, -1)}x`)).status).toBe(401);
  } finally {
    server.kill('SIGTERM');
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  }
});
