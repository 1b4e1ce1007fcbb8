import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { denyFirst } from '../fixtures/person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PAGE = html('<title>PAGE-TITLE</title><p>PAGE-WORDS</p><button>Delete PAGE-BUTTON</button>');

describe('the window in which a person runs serve', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ '/': PAGE });
  });
  afterAll(() => site.close());

  const open = (...more: string[]): Promise<Running> =>
    start({
      transport: 'http',
      args: ['--allow-private', site.host, ...more],
      config: { sessions: { maxConcurrent: 1 }, approval: { timeoutSeconds: 120 } },
    });

  /** Opens, is refused, asks, hits a limit and closes. */
  const work = async (gatewright: Running): Promise<void> => {
    await gatewright.call('browser_navigate', { url: site.url(), session: 'docs' });
    await gatewright.call('browser_navigate', { url: 'http://10.0.0.1/', session: 'docs' });
    const clicking = gatewright.call('browser_click', { name: 'Delete PAGE-BUTTON', session: 'docs' });
    await denyFirst(gatewright);
    expect((await clicking).code).toBe('approval.denied');
    const other = await gatewright.call('browser_navigate', { url: site.url(), session: 'other' });
    expect(other.code).toBe('session.too-many');
    await gatewright.call('browser_close', { session: 'docs' });
  };

  it('has a line for each session, question, answer and refusal, without a word of the page', async () => {
    const gatewright = await open();
    try {
      await work(gatewright);
      const who = String.raw`session docs of gatewright-tests\S*`;
      const said = gatewright.stderr();
      for (const line of [
        `opened ${who}`,
        String.raw`refused browser_navigate at http://10\.0\.0\.1 to ${who}: policy\.private-address`,
        String.raw`question \w+ of ${who}: browser_click \(high risk\); answer it in the console or with: .+ approvals watch`,
        String.raw`question \w+: refused by \S+`,
        `refused browser_click at ${new URL(site.url()).origin} to ${who}: approval.denied`,
        String.raw`refused browser_navigate at \S+ to session other of gatewright-tests\S*: session\.too-many`,
        `ended ${who}: closed by the agent`,
      ])
        expect(said).toMatch(new RegExp(`^gatewright: ${line}$`, 'mu'));
      expect(said).not.toMatch(/PAGE-/u);
    } finally {
      await gatewright.close();
    }
  });

  it('says nothing of it with --quiet', async () => {
    const gatewright = await open('--quiet');
    try {
      await work(gatewright);
      expect(gatewright.stderr()).not.toMatch(/opened|refused|question|ended/u);
      expect(gatewright.record().filter(({ event }) => event === 'session.ended')).toHaveLength(1);
    } finally {
      await gatewright.close();
    }
  });
});
