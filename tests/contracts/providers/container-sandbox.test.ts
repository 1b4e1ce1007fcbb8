import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, openRoom } from '../browser/browser-setup.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';

const IMAGE = JSON.stringify([{ Id: 'sha256:abc', Config: { Labels: {} } }]);

/** An engine whose containers end at once with these words, or as told, and which notes how each was to be started. */
function engineThatSays(words: string, folder: string, ending = 'exit 1'): void {
  const program = join(folder, 'podman');
  const script = `#!/bin/sh
case "$1" in
  image) echo '${IMAGE}' ;;
  ps) echo '[]' ;;
  run) for one in "$@"; do case "$one" in --no-sandbox) echo without >> ${folder}/runs ;; esac; done
    echo run >> ${folder}/runs; echo '${words}' >&2; ${ending} ;;
  rm) echo 'the engine does not want to' >&2; exit 1 ;;
esac
`;
  writeFileSync(program, script);
  chmodSync(program, 0o755);
}

describe('a container whose browser does not start', () => {
  let app: App;
  let folder: string;

  beforeAll(async () => {
    app = await openNetwork({});
    folder = mkdtempSync(join(tmpdir(), 'gw-engine-'));
  });

  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const runsAfter = async (words: string, sandbox: 'auto' | 'on'): Promise<string[]> => {
    rmSync(join(folder, 'runs'), { force: true });
    engineThatSays(words, folder);
    const environment = { PATH: `${folder}:/usr/bin:/bin` };
    const setup = openRoom({ egress: app.egress, browser: { provider: 'container', sandbox }, environment });
    expect(await codeOf(setup.navigate('http://127.0.0.1:1/'))).toBe('browser.start-failed');
    await setup.close();
    const runs = join(folder, 'runs');
    return existsSync(runs) ? readFileSync(runs, 'utf8').trim().split('\n') : [];
  };

  it('keeps its sandbox, whatever else went wrong', async () => {
    expect(await runsAfter('out of file descriptors', 'auto')).toEqual(['run', 'run']);
  });

  it('goes without only where Chromium says that it can have none', async () => {
    expect(await runsAfter('zygote_host_impl_linux.cc:130] No usable sandbox!', 'auto')).toEqual([
      'run',
      'without',
      'run',
    ]);
  });

  it('says why it did not start, also where the engine does not remove what is left of it', async () => {
    engineThatSays('of no use', folder, 'exec 3>&- 4>&- 5>&- 6>&- sleep 6');
    const environment = { PATH: `${folder}:/usr/bin:/bin` };
    const setup = openRoom({ egress: app.egress, browser: { provider: 'container' }, environment });
    const failure: unknown = await setup.navigate('http://127.0.0.1:1/').catch((error: unknown) => error);
    expect(String(failure)).toContain('The container ended before it was ready');
    expect(setup.logged.join()).toContain('the engine does not want to');
    await setup.close();
  });

  it('and never where the operator says so', async () => {
    expect(await runsAfter('No usable sandbox!', 'on')).toEqual(['run']);
  });
});
