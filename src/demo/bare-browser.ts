import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { PASSWORD, USER_NAME } from './demo-sites.js';
import type { AgentBrowser } from './obedient-agent.js';

/** The same agent's browser as many have it today: the text of the page goes to the model, and every wish is done. */
export async function openBareBrowser(executablePath: string, downloads: string): Promise<AgentBrowser> {
  const { chromium } = await import('playwright-core');
  mkdirSync(downloads, { recursive: true });
  // Chromium's own sandbox cannot be had by root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args, downloadsPath: downloads });
  const page = await browser.newPage();
  const text = () => page.locator('body').innerText();
  return {
    open: async (url) => {
      await page.goto(url);
      return text();
    },
    click: async (name) => {
      const element = page.getByText(name, { exact: true });
      const isFile = (await element.getAttribute('download')) !== null;
      const [download] = await Promise.all([isFile ? page.waitForEvent('download') : undefined, element.click()]);
      await download?.saveAs(join(downloads, basename(download.suggestedFilename())));
      await settle(page);
      return text();
    },
    signIn: async () => {
      await page.getByLabel('User name').fill(USER_NAME);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await settle(page);
      return text();
    },
    close: () => browser.close(),
  };
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}
