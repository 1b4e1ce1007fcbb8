import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../fixtures/container-engines.js';
import { openRoom } from '../browser/browser-setup.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';

const IMAGE = 'localhost/gatewright-browser:latest';

/** Writes an older version into Chromium itself, as long as its own. */
const age = (version: string): string => `
import os
path = next(one for one in ("/usr/lib/chromium/chromium", "/usr/lib/chromium/chrome") if os.path.exists(one))
with open(path, "rb") as file:
    program = file.read()
version = b"${version}"
assert version in program
with open(path, "wb") as file:
    file.write(program.replace(version, b"100" + version[3:]))
`;

describe.each(ENGINES)('$name: an image that says nothing of its version', (engine) => {
  const name = `localhost/gatewright-test-old-${String(process.pid)}`;
  let app: App;

  beforeAll(async () => {
    app = await openNetwork({});
    const version = engine.run('image', 'inspect', '--format', '{{index .Config.Labels "gatewright.chromium"}}', IMAGE);
    const container = `gatewright-test-old-${String(process.pid)}`;
    const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=1000:1000'];
    const made = ['run', '--name', container, '--network', 'none', ...limits, '--entrypoint', '/usr/bin/python3'];
    const { status, stderr } = spawnSync(engine.name, [...made, IMAGE, '-c', age(version.trim())], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    engine.run('commit', '--change', 'LABEL gatewright.chromium=', container, name);
    engine.remove(container);
  }, 120_000);

  afterAll(async () => {
    engine.run('rmi', '--force', name);
    await app.close();
  });

  it('is asked when its browser is up, and refused with what to do when that is too old', async () => {
    const container = { engine: engine.name, image: name };
    const room = { container, environment: engine.environment };
    const setup = openRoom({ egress: app.egress, browser: { provider: 'container' }, ...room });
    const failure: unknown = await setup.navigate('http://127.0.0.1:1/').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'browser.no-container' });
    expect(String(failure)).toMatch(/Chromium 100\.\S+ in the image \S+ is too old: this version needs \d+ or newer/u);
    expect(String(failure)).toContain('container.image names it: build a newer one there');
    // It is not started a second time, without the sandbox.
    expect(setup.events.filter(({ event }) => event === 'browser.started')).toEqual([]);
    expect(engine.sessions().filter(({ server }) => server === process.pid)).toEqual([]);
    await setup.close();
  });
});
