import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCaptchaService } from '../fixtures/captcha-service.js';
import type { CaptchaService } from '../fixtures/captcha-service.js';
import { runCommand, start } from '../fixtures/gatewright.js';
import type { Reply, Running, StartOptions } from '../fixtures/gatewright.js';
import { firstQuestion } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const KEY = 'c0ffee12dead34beef56c0ffee78dead';
const SECRET = 'kx7-Captcha-09-wren';
const SITE_KEY = '6Le-wvkSVVABCPBMRTvw0Q4Muexq1bi0DJwx_mJ-';
const CAPABILITIES = 'read,navigation,action,human,secrets,captcha';

promised('secrets-unseen', () => {
  let site: Site;
  let service: CaptchaService;
  let gatewright: Running;
  const answers: string[] = [];
  const begin = (more: StartOptions = {}): Promise<Running> =>
    start({
      args: ['--allow-private', site.host, '--allow-private', service.host],
      ...more,
      env: {
        GATEWRIGHT_CAPABILITIES: CAPABILITIES,
        GATEWRIGHT_CAPTCHA_PROVIDER: '2captcha',
        GATEWRIGHT_CAPTCHA_API_KEY: KEY,
        GATEWRIGHT_CAPTCHA_API_BASE: service.origin,
        GATEWRIGHT_CAPTCHA_POLL_MS: '100',
        ...more.env,
      },
    });
  const open = (running: Running): Promise<Reply> =>
    running.call('browser_navigate', { url: site.url('/?session=abc'), snapshot: 'none' });
  const solve = async (args: Record<string, unknown>, running = gatewright): Promise<Reply> => {
    const reply = await running.call('solve_captcha', args);
    answers.push(reply.text, JSON.stringify(reply.meta ?? {}));
    return reply;
  };
  beforeAll(async () => {
    service = await startCaptchaService(KEY, 2);
    site = await startSite({
      '/': html(`<h1>Are you human?</h1><div class="g-recaptcha" data-sitekey="${SITE_KEY}">widget</div>
        <div id="plain">none</div><canvas id="picture" width="200" height="60"></canvas>
        <canvas id="large" width="900" height="200"></canvas>
        <svg id="shown" width="300" height="40"><text y="20" style="font: 20px monospace">${SECRET}</text></svg>
        <textarea id="g-recaptcha-response"></textarea>`),
    });
    gatewright = await begin();
    await open(gatewright);
  });
  afterAll(async () => {
    await gatewright.close();
    await service.close();
    await site.close();
  });

  it('sends each kind of challenge as the protocol has it, waits, and returns the answer without using it', async () => {
    expect(gatewright.stderr()).toContain('challenges sent to an outside service');
    const solved = await solve({ type: 'recaptcha2', selector: '.g-recaptcha' });
    expect(solved.text).toMatch(new RegExp(`${service.origin} untrusted[^]*03AGdBq2`, 'u'));
    expect(service.tasks.at(-1)).toEqual({
      key: KEY,
      json: '1',
      method: 'userrecaptcha',
      googlekey: SITE_KEY,
      // Without the query, which may hold anything.
      pageurl: site.url('/'),
    });
    expect(service.polls()).toBe(3);
    await solve({ type: 'recaptcha3', siteKey: SITE_KEY });
    expect(service.tasks.at(-1)).toMatchObject({ method: 'userrecaptcha', version: 'v3' });
    for (const type of ['hcaptcha', 'turnstile']) {
      expect((await solve({ type, siteKey: SITE_KEY })).isError).toBe(false);
      expect(service.tasks.at(-1)).toMatchObject({ method: type, sitekey: SITE_KEY });
    }
    expect((await solve({ type: 'image', imageBase64: btoa('picture') })).text).toContain('w9h5k');
    expect((await solve({ type: 'image', selector: '#picture' })).isError).toBe(false);
    expect(service.tasks.at(-1)?.['body']).toMatch(/^iVBORw0KGgo/u);
    expect((await gatewright.call('browser_snapshot')).text).not.toContain('03AGdBq2');
  });

  it('says what is wrong: arguments, no key on the page, a refusal of the service', async () => {
    const before = service.seen.length;
    for (const args of [
      { type: 'recaptcha2' },
      { type: 'image', siteKey: SITE_KEY },
      { type: 'funcaptcha', siteKey: SITE_KEY },
      { type: 'recaptcha2', siteKey: 'a key&method=base64' },
      { type: 'image', imageBase64: 'not base64!' },
      { type: 'recaptcha2', selector: '#plain' },
      // The page itself is no picture, nor is a large part of it.
      { type: 'image', selector: 'body' },
      { type: 'image', selector: '#plain' },
      { type: 'image', selector: '#large' },
    ])
      expect((await solve(args)).code).toBe('call.bad-arguments');
    expect(service.seen).toHaveLength(before);
    const refused = await solve({ type: 'recaptcha2', siteKey: 'no-such-site-key' });
    expect(refused.code).toBe('captcha.failed');
    expect(refused.text).toContain('ERROR_WRONG_GOOGLEKEY');
  });

  it('neither the key nor a secret of the page is in an answer, the record or the log', async () => {
    await gatewright.call('register_secret', { name: 'TOKEN', value: SECRET, scope: [site.origin] });
    const sent = service.tasks.length;
    await solve({ type: 'image', selector: '#shown' });
    // A picture of a secret is painted over, or not taken; its letters are in no other argument.
    for (const task of service.tasks.slice(sent)) expect(JSON.stringify(task)).not.toContain(SECRET);
    const leaving = await solve({ type: 'recaptcha2', siteKey: SECRET });
    expect(leaving.code).toBe('policy.secret-leaving');
    expect(service.tasks.some((task) => Object.values(task).includes(SECRET))).toBe(false);
    const { stdout } = gatewright.command(['config', '--json']);
    const everything = [...answers, JSON.stringify(gatewright.record()), gatewright.stderr(), stdout].join('\n');
    expect(everything).not.toContain(KEY);
    expect(everything).not.toContain(SECRET);
    expect(gatewright.record().some(({ tool }) => tool === 'solve_captcha')).toBe(true);
  });

  it('where the vault has signed in, a person is asked first', async () => {
    const signed = await begin({ config: { approval: { from: 'high' } } });
    try {
      const record = {
        domain: site.host,
        origins: [site.origin],
        cookies: [{ name: 'sid', value: 'vault-cookie-5522' }],
      };
      expect(runCommand(signed.workspace, ['vault', 'add', site.host], JSON.stringify(record)).status).toBe(0);
      await open(signed);
      const before = service.seen.length;
      const asked = solve({ type: 'image', selector: '#picture' }, signed);
      const { id } = await firstQuestion(signed);
      expect(signed.command(['approvals', 'deny', id]).status).toBe(0);
      expect((await asked).code).toMatch(/^approval\./u);
      expect(service.seen).toHaveLength(before);
    } finally {
      await signed.close();
    }
  });

  it('a caller spends no more than the operator pays for in an hour, whatever its sessions are called', async () => {
    const few = await begin({ env: { GATEWRIGHT_CAPTCHA_MAX_PER_HOUR: '2' } });
    try {
      await open(few);
      const before = service.tasks.length;
      const task = (n: number, session?: string): Promise<Reply> =>
        solve({ type: 'hcaptcha', siteKey: `site-key-number-${String(n)}`, ...(session && { session }) }, few);
      expect([(await task(1)).isError, (await task(2)).isError]).toEqual([false, false]);
      expect((await task(3)).code).toBe('captcha.limit');
      await few.call('browser_navigate', { url: site.url(), snapshot: 'none', session: 'another' });
      expect((await task(4, 'another')).code).toBe('captcha.limit');
      await few.call('browser_close');
      await open(few);
      expect((await task(5)).code).toBe('captcha.limit');
      expect(service.tasks).toHaveLength(before + 2);
    } finally {
      await few.close();
    }
  });

  it('speaks with the other service the same, says when none answers in time, and goes on waiting for a slow one', async () => {
    const slow = await startCaptchaService(KEY, 25);
    const env = (more: Record<string, string>): StartOptions => ({
      args: ['--allow-private', site.host, '--allow-private', slow.host],
      env: { GATEWRIGHT_CAPTCHA_PROVIDER: 'capmonster', GATEWRIGHT_CAPTCHA_API_BASE: slow.origin, ...more },
    });
    const hasty = await begin(env({ GATEWRIGHT_CAPTCHA_TIMEOUT_MS: '1000' }));
    const patient = await begin(env({ GATEWRIGHT_CAPTCHA_POLL_MS: '1000' }));
    try {
      await open(hasty);
      const late = await solve({ type: 'turnstile', siteKey: SITE_KEY }, hasty);
      expect(late.code).toBe('captcha.failed');
      expect(late.text).toContain('did not answer in time');
      await open(patient);
      const tasks = slow.tasks.length;
      expect((await solve({ type: 'turnstile', siteKey: SITE_KEY }, patient)).code).toBe('captcha.pending');
      expect((await solve({ type: 'turnstile', siteKey: SITE_KEY }, patient)).text).toContain('03AGdBq2');
      // One task: the second call waited for the first one's answer, and nothing was paid twice.
      expect(slow.tasks.slice(tasks)).toEqual([
        { key: KEY, json: '1', method: 'turnstile', sitekey: SITE_KEY, pageurl: site.url('/') },
      ]);
    } finally {
      await hasty.close();
      await patient.close();
      await slow.close();
    }
  });

  it('a service that is not on the list of sites gets nothing', async () => {
    const narrow = await begin({ config: { network: { allow: [site.origin] } } });
    try {
      await open(narrow);
      const before = service.seen.length;
      expect((await solve({ type: 'recaptcha2', siteKey: SITE_KEY }, narrow)).code).toBe('policy.origin-not-allowed');
      expect(service.seen).toHaveLength(before);
    } finally {
      await narrow.close();
    }
  });

  it('without a provider there is a hint, and a person is the better way', async () => {
    const none = await start({
      args: ['--allow-private', site.host],
      env: { GATEWRIGHT_CAPABILITIES: CAPABILITIES },
    });
    try {
      await open(none);
      const reply = await solve({ type: 'recaptcha2', siteKey: SITE_KEY }, none);
      expect(reply.code).toBe('captcha.no-provider');
      expect(reply.text).toContain('await_human');
    } finally {
      await none.close();
    }
  });
});

promised('gate-first', () => {
  it('while the capability is off the tool is unlisted, and refused unread', async () => {
    const gatewright = await start();
    try {
      const { tools } = await gatewright.client.listTools();
      expect(tools.map((tool) => tool.name)).not.toContain('solve_captcha');
      expect((await gatewright.call('solve_captcha', { nonsense: true })).code).toBe('policy.capability-off');
    } finally {
      await gatewright.close();
    }
  });
});
