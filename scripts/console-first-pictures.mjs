// Pictures of what a person sees first: the pages of who is not signed in, and the demo.
import { spawn } from 'node:child_process';
import { PHONE } from './console-picture-pages.mjs';

/** @typedef {(page: import('playwright-core').Page, name: string) => Promise<void>} Keep */

/** @param {{ browser: import('playwright-core').Browser, keep: Keep, signedIn: any, base: string, link: string }} deps */
export async function strangerPictures({ browser, keep, signedIn, base, link }) {
  for (const [name, url, look] of /** @type {const} */ ([
    // Without scripts: with them the page opens the console by itself.
    ['sign-in-phone-light', link, { colorScheme: 'light', javaScriptEnabled: false }],
    ['signed-out-phone-dark', `${base}/record`, { colorScheme: 'dark' }],
    ['no-such-page-phone-light', `${base}/recrod`, { colorScheme: 'light', storageState: signedIn }],
  ])) {
    const context = await browser.newContext({ ...look, viewport: PHONE });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('heading').waitFor();
    await keep(page, name);
    await context.close();
  }
}

/**
 * A demo of its own: it needs no configuration and no server.
 * @param {{ browser: import('playwright-core').Browser, pictures: any, start: string[], env: NodeJS.ProcessEnv }} deps
 */
export async function demoPictures({ browser, pictures, start, env }) {
  const demo = spawn(process.execPath, start, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => demo.once('exit', resolve));
  const link = await new Promise((resolve) => {
    let text = '';
    demo.stdout.on('data', (/** @type {Buffer} */ bytes) => {
      text += bytes.toString();
      const [found] = /http:\/\/127\.0\.0\.1:\d+\/enter\/[\w-]+/u.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('heading', { name: 'The demo' }).waitFor();
  const picture = pictures(await context.storageState(), new URL(link).origin);
  await context.close();
  await picture('demo', '/demo', { desktop: 'light', phone: 'dark' }, '.sides');
  demo.kill('SIGINT');
  await ended;
}
