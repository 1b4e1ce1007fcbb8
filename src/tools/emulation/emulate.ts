import { z } from 'zod';
import { Failure } from '../../core/index.js';
import type { EmulationWish } from '../../core/index.js';
import { SETS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { unlisted } from '../unlisted.js';
import { said } from '../view-output.js';

const SWITCH = ['on', 'off', 'default'] as const;
/** Models write a switch as a boolean as often as not. */
const switched = () =>
  z.union([z.enum(SWITCH), z.boolean().transform((isOn): 'on' | 'off' => (isOn ? 'on' : 'off'))]).optional();
const place = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(1_000_000).optional(),
});

export const browserEmulate = defineTool({
  name: 'browser_emulate',
  title: 'Set device properties',
  description: 'What the pages of this session are told about the device. "default" takes one back.',
  capability: 'emulation',
  effect: 'act',
  risk: 'low',
  annotations: SETS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      device: z.string().max(60).optional().describe('phone or tablet of Playwright’s list, e.g. iPhone 15, Pixel 7'),
      locale: z.string().max(40).optional().describe('e.g. de-DE'),
      timezone: z.string().max(60).optional().describe('e.g. Europe/Berlin'),
      geolocation: z
        .union([z.string().max(80), place])
        .optional()
        .describe('latitude,longitude'),
      color_scheme: z.enum(['light', 'dark', 'default']).optional(),
      reduced_motion: z.enum(['reduce', 'no-preference', 'default']).optional(),
      user_agent: z
        .string()
        .regex(/^[\x20-\x7e]{1,500}$/u, 'expected printable ASCII, at most 500 characters')
        .optional(),
      touch: switched(),
      offline: switched(),
      network: z.enum(['slow-3g', 'slow-4g', 'fast-4g', 'default']).optional(),
      cpu: z
        .union([z.number().min(1).max(20), z.literal('default').transform(() => 1)])
        .optional()
        .describe('times slower; 1 is normal'),
      session: sessionAndTabFields.session,
      tab: unlisted(sessionAndTabFields.tab),
    }),
  // User agent and locale go out with every request, whatever its origin; the others any page can read.
  targets: ({ user_agent: userAgent, locale, timezone, device }) => {
    const told = [userAgent, locale, timezone, device].filter((one) => one !== undefined);
    return { session: { kind: 'session', ...(told.length === 0 ? {} : { text: told.join('\n') }) } };
  },
  run: async ({ page }, args) => {
    const inForce = await page.emulate(wishIn(args));
    return said(inForce.length === 0 ? 'ok: nothing is emulated' : `ok: in force: ${inForce.join('; ')}`);
  },
});

interface Arguments extends Pick<
  EmulationWish,
  'device' | 'locale' | 'timezone' | 'touch' | 'offline' | 'network' | 'cpu'
> {
  readonly geolocation?: string | z.output<typeof place> | undefined;
  readonly color_scheme?: EmulationWish['colorScheme'];
  readonly reduced_motion?: EmulationWish['reducedMotion'];
  readonly user_agent?: string | undefined;
}

function wishIn(args: Arguments): EmulationWish {
  const { device, locale, timezone, touch, offline, network, cpu } = args;
  return {
    ...{ device, locale, timezone, touch, offline, network, cpu },
    geolocation: placeIn(args.geolocation),
    colorScheme: args.color_scheme,
    reducedMotion: args.reduced_motion,
    userAgent: args.user_agent,
  };
}

function placeIn(given: Arguments['geolocation']): EmulationWish['geolocation'] {
  if (given === undefined || given === 'default') return given;
  const parts = typeof given === 'string' ? numbersIn(given) : given;
  const read = place.safeParse(parts);
  if (!read.success)
    throw new Failure('call.bad-arguments', 'geolocation: expected latitude,longitude such as 52.5,13.4');
  const { latitude, longitude, accuracy = 10 } = read.data;
  return { latitude, longitude, accuracy };
}

function numbersIn(text: string): { readonly latitude: number; readonly longitude: number } | undefined {
  const [latitude, longitude, ...rest] = text
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return latitude === undefined || longitude === undefined || rest.length > 0 ? undefined : { latitude, longitude };
}
