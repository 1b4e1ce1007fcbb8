import { z } from 'zod';
import { Failure, onePageLine } from '../../core/index.js';
import type { CaptchaOutcome, Output, Page } from '../../core/index.js';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { optionalTarget } from '../target-input.js';

const MAX_IMAGE = 600_000;
/** Of a picture captcha, in CSS pixels. More of a page than that does not go to the service. */
const MAX_WIDTH = 600;
const MAX_HEIGHT = 300;

export const solveCaptcha = defineTool({
  name: 'solve_captcha',
  title: 'Solve a CAPTCHA',
  description:
    'Has an outside service solve a captcha and returns the answer; nothing is put into the page. A person can do it by takeover, which is better: use await_human.',
  capability: 'captcha',
  effect: 'act',
  risk: 'medium',
  riskSignedIn: 'high',
  annotations: ACTS,
  needs: ['page', 'captcha'],
  input: () =>
    z.strictObject({
      type: z.enum(['recaptcha2', 'recaptcha3', 'hcaptcha', 'turnstile', 'image']),
      selector: z.string().optional().describe('the widget, or the picture'),
      siteKey: z
        .string()
        .regex(/^[\w-]{5,200}$/u, { error: 'letters, digits, _ and -' })
        .optional(),
      imageBase64: z
        .string()
        .regex(/^[A-Za-z0-9+/=\s]+$/u, { error: 'must be base64' })
        .max(MAX_IMAGE)
        .optional(),
      ...sessionAndTabFields,
    }),
  targets: ({ type, selector, siteKey, imageBase64 }) => {
    const given = type === 'image' ? imageBase64 : siteKey;
    if (given === undefined && selector === undefined)
      throw new Failure('call.bad-arguments', `selector or ${type === 'image' ? 'imageBase64' : 'siteKey'} is missing`);
    return { page: { kind: 'page' }, target: optionalTarget({ selector }, 'look') };
  },
  run: async ({ page, captcha }, { type, siteKey, imageBase64 }, { target }) => {
    if (type === 'image') {
      const image = imageBase64 ?? (target === undefined ? undefined : await pictureOf(page, target));
      return outputOf(await captcha.solve({ type, image }));
    }
    const key = siteKey ?? (target === undefined ? undefined : await siteKeyOf(page, target));
    if (key === undefined)
      throw new Failure('call.bad-arguments', 'siteKey: the element has no data-sitekey; give the key itself');
    return outputOf(await captcha.solve({ type, siteKey: key }));
  },
});

type Target = Parameters<Page['inspect']>[0];

/** As answers show it: what is secret is painted over. */
async function pictureOf(page: Page, target: Target): Promise<string> {
  await requirePicture(page, target);
  const { image } = await page.screenshot({ target, format: 'png' });
  // The element may have grown while the picture was taken.
  await requirePicture(page, target);
  return Buffer.from(image).toString('base64');
}

async function requirePicture(page: Page, target: Target): Promise<void> {
  const { text } = await page.inspect(target);
  const isPicture = /^- tag: (?:img|canvas|svg)$/mu.test(text);
  const [, width, height] = /^- box: .*\bwidth=(\d+) height=(\d+)$/mu.exec(text) ?? [];
  if (!isPicture || !(Number(width) <= MAX_WIDTH && Number(height) <= MAX_HEIGHT))
    throw new Failure(
      'call.bad-arguments',
      `selector: expected an img, canvas or svg of at most ${String(MAX_WIDTH)}x${String(MAX_HEIGHT)} CSS pixels`,
    );
}

async function siteKeyOf(page: Page, target: Target): Promise<string | undefined> {
  const { text } = await page.inspect(target);
  return /(?:^| )data-sitekey="([\w-]{5,200})"/u.exec(text)?.[1];
}

function outputOf(outcome: CaptchaOutcome): Output {
  switch (outcome.kind) {
    case 'solved':
      return {
        parts: [
          { from: 'gateway', text: 'ok: solved. Nothing was put into the page.' },
          { from: 'page', origin: outcome.origin, text: outcome.answer.replace(/\s+/gu, ' ') },
        ],
      };
    case 'refused':
      throw new Failure('captcha.failed', undefined, {
        origin: outcome.origin,
        text: onePageLine(outcome.said, 100),
      });
    case 'late':
      throw new Failure('captcha.failed', 'the service did not answer in time');
    case 'pending':
      throw new Failure('captcha.pending');
  }
}
