import { afterAll, beforeAll, expect, test } from 'vitest';
import { start } from '../../fixtures/gatewright.js';
import type { Running } from '../../fixtures/gatewright.js';
import { commandOf, descendants } from '../../fixtures/processes.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';

let site: Site;
let gatewright: Running;
beforeAll(async () => {
  site = await startSite({ '/': html('<button>First</button>'), '/second': html('<button>Second</button>') });
  gatewright = await start({ args: ['--allow-private', site.host] });
});
afterAll(async () => {
  await gatewright.close();
  await site.close();
});

test('a network process that was started anew has no credentials, and is given them again', async () => {
  expect((await gatewright.call('browser_navigate', { url: site.url() })).text).toContain('First');
  const killed = descendants(gatewright.pid).filter((pid) => commandOf(pid).includes('network.mojom.NetworkService'));
  expect(killed).toHaveLength(1);
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  const answers: string[] = [];
  await expect
    .poll(
      async () => {
        const { text } = await gatewright.call('browser_navigate', { url: site.url('/second') });
        answers.push(text);
        return text.includes('Second');
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(true);
  expect(answers.length, answers.join('\n')).toBeLessThanOrEqual(3);
});
