import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** What a host hands to the model: several pass on nothing but structuredContent when there is any. */
describe('the format of results', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ '/': html('<button onclick="this.after(\'Done\')">Show</button>') });
  });
  afterAll(() => site.close());

  it('is text by default: no tool lists an outputSchema, and facts stand in _meta', async () => {
    const gatewright = await start({ args: ['--allow-private', site.host] });
    try {
      const { tools } = await gatewright.client.listTools();
      expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
      await gatewright.client.callTool({ name: 'browser_navigate', arguments: { url: site.url() } });
      const clicked = await gatewright.client.callTool({ name: 'browser_click', arguments: { name: 'Show' } });
      expect(clicked.structuredContent).toBeUndefined();
      expect(clicked._meta?.['gatewright/result']).toMatchObject({ ok: true, action: 'click' });
      const refused = await gatewright.client.callTool({ name: 'browser_click', arguments: { name: 'Absent' } });
      expect(refused.structuredContent).toBeUndefined();
      expect(refused._meta?.['gatewright/result']).toMatchObject({ failure: { code: 'browser.no-match' } });
    } finally {
      await gatewright.close();
    }
  });

  it('is facts beside the text, which they do not repeat, with results: structured', async () => {
    const config = { results: 'structured', network: { unsafeAllowPrivate: [site.host] } };
    const gatewright = await start({ config });
    try {
      const { tools } = await gatewright.client.listTools();
      const listed = tools.filter(({ outputSchema }) => outputSchema !== undefined).map(({ name }) => name);
      expect(listed).toContain('browser_click');
      expect(listed).not.toContain('browser_snapshot');
      const opened = await gatewright.client.callTool({ name: 'browser_navigate', arguments: { url: site.url() } });
      expect(opened.structuredContent).toMatchObject({ ok: true, snapshotDelta: { origin: site.origin } });
      const clicked = await gatewright.client.callTool({ name: 'browser_click', arguments: { name: 'Show' } });
      expect(clicked.structuredContent).toMatchObject({ ok: true, action: 'click' });
      expect(JSON.stringify(clicked.structuredContent)).not.toContain('<<page');
      const read = await gatewright.client.callTool({ name: 'browser_snapshot' });
      expect(read.structuredContent).toBeUndefined();
    } finally {
      await gatewright.close();
    }
  });
});
