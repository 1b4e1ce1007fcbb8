import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../../../core/index.js';
import type { Engine } from './engine.js';

/** The name that `gatewright container build` gives its image. */
export const OWN_IMAGE = 'localhost/gatewright-browser:latest';

/** The label with the version of the image's Chromium. */
export const VERSION_LABEL = 'gatewright.chromium';

/** A browser so many versions behind the one that Playwright was made for is about a year old. */
const MAX_VERSIONS_BEHIND = 12;

const browsersFile = z.object({
  browsers: z.array(z.object({ name: z.string(), browserVersion: z.string().optional() })),
});

const labels = z.record(z.string(), z.string()).nullish();
const inspected = z.array(
  z.object({
    Id: z.string().min(1),
    Digest: z.string().min(1).optional(),
    Config: z.object({ Labels: labels, Volumes: z.record(z.string(), z.unknown()).nullish() }).nullish(),
    Labels: labels,
  }),
);

export interface ImageFacts {
  readonly name: string;
  readonly id: string;
  readonly digest: string;
  /** As the image's label says; undefined: it has none. The browser is asked too, when it is up. */
  readonly chromium: string | undefined;
}

export async function inspectImage(engine: Engine, name: string): Promise<ImageFacts> {
  const text = await engine.run(['image', 'inspect', name]).catch((error: unknown) => {
    if (error instanceof Failure && !isMissingImage(error)) throw error;
    throw new Failure('browser.no-container', `There is no image ${name}. ${build(name)}`, undefined, error);
  });
  const [image] = inspected.parse(JSON.parse(text));
  if (image === undefined) throw new Failure('browser.no-container', `There is no image ${name}. ${build(name)}`);
  if (engine.name === 'docker' && Object.keys(image.Config?.Volumes ?? {}).length > 0)
    throw new Failure('browser.no-container', `The image ${name} declares volumes, which Docker would mount writable.`);
  const found = image.Config?.Labels ?? image.Labels;
  const facts = { name, id: image.Id, digest: image.Digest ?? image.Id, chromium: found?.[VERSION_LABEL] || undefined };
  checkChromiumVersion(facts.chromium, name);
  return facts;
}

/** Refuses a version that Playwright and the interceptor were never tried with. */
export function checkChromiumVersion(version: string | undefined, image: string, oldest = oldestChromium()): void {
  if (version === undefined) return;
  const major = Number.parseInt(version, 10);
  if (major >= oldest) return;
  throw new Failure(
    'browser.no-container',
    `Chromium ${version.slice(0, 40)} in the image ${image} is too old: this version needs ${oldest} or newer. ${build(image)}`,
  );
}

/** The major version of the oldest Chromium that is used. */
export function oldestChromium(): number {
  const folder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const { browsers } = browsersFile.parse(JSON.parse(readFileSync(join(folder, 'browsers.json'), 'utf8')));
  const made = browsers.find(({ name }) => name === 'chromium')?.browserVersion ?? '0';
  return Number.parseInt(made, 10) - MAX_VERSIONS_BEHIND;
}

function build(name: string): string {
  return name === OWN_IMAGE
    ? 'Build it: gatewright container build'
    : 'container.image names it: build a newer one there, or leave container.image out and run gatewright container build';
}

function isMissingImage({ hint }: Failure): boolean {
  return /no such image|image not known|not found|failed to find image/iu.test(hint ?? '');
}
