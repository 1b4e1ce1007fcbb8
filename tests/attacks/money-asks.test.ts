import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const posted = (inside: string, before = ''): string =>
  html(`${before}<form method="post" action="/sent">${inside}</form>`);
const amount = '<label>Amount <input name="amount" value="500.00"></label>';

/** What banks, shops and brokers put on their pages, without a word that says "pay". */
const ASKED: Readonly<Record<string, string>> = {
  Transfer: posted(`<label>IBAN <input name="iban" value="DE02"></label>${amount}<button>Transfer</button>`),
  'Wire €500': posted('<label>To <input name="to" value="Eve"></label><button>Wire €500</button>'),
  'Transférer 500 €': posted('<button>Transférer 500 €</button>'),
  'Charge my card': posted('<button>Charge my card</button>', '<p>Total: $99.00</p>'),
  'Sell all': posted('<button>Sell all</button>'),
  Zap: posted(`${amount}<button>Zap</button>`),
  Approve: posted('<button>Approve</button>', '<h1>Invoice 4711, $12,000.00</h1>'),
};

const ORDINARY: Readonly<Record<string, string>> = {
  'Add to cart': posted('<p>Blue shirt, $20.00</p><button>Add to cart</button>'),
  Search: posted(`${amount}<button>Search</button>`),
  Options: posted('<p>Blue shirt, $20.00</p><button>Options</button>'),
  Next: posted('<button>Next</button>', '<h1>Your address</h1>'),
};

let site: Site;
let server: Running;

beforeAll(async () => {
  const pages = Object.entries({ ...ASKED, ...ORDINARY }).map(([name, page]) => [pathOf(name), page] as const);
  site = await startSite({ ...Object.fromEntries(pages), '/sent': html('<p>Done</p>') });
  // Denied in place of asked, so that nobody is waited for.
  const rules = [{ when: { risk: 'high' }, then: 'deny' }];
  server = await start({ args: ['--allow-private', site.host], config: { version: 1, rules } });
});

afterAll(async () => {
  await server.close();
  await site.close();
});

const pathOf = (name: string): string => `/${Buffer.from(name).toString('hex')}`;

async function isSent(name: string): Promise<boolean> {
  await server.call('browser_navigate', { url: site.url(pathOf(name)), snapshot: 'none' });
  const before = site.seen.length;
  await server.call('browser_click', { role: 'button', name });
  return site.seen.slice(before).some(({ method }) => method === 'POST');
}

promised('people-decide', () => {
  for (const name of Object.keys(ASKED)) {
    it(`"${name}" is not pressed without a person`, async () => {
      expect(await isSent(name)).toBe(false);
    });
  }

  for (const name of Object.keys(ORDINARY)) {
    it(`"${name}" is pressed as it is`, async () => {
      expect(await isSent(name)).toBe(true);
    });
  }
});
