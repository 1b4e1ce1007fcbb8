import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { ProviderEnvironment } from '../provider.js';
import { findBrowser } from './find-browser.js';
import type { FoundBrowser, Machine, Wanted } from './find-browser.js';

export function probeBrowser(wanted: Wanted, environment: ProviderEnvironment): FoundBrowser | undefined {
  return findBrowser(wanted, thisMachine(environment));
}

function thisMachine(environment: ProviderEnvironment): Machine {
  return {
    platform: process.platform,
    home: homedir(),
    environment,
    isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true,
    isScript: (path) => firstBytes(path) === '#!',
    list: (folder) => {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    },
    npmChromium: packageFolder('chromium'),
  };
}

function firstBytes(path: string): string {
  try {
    const file = openSync(path, 'r');
    const bytes = Buffer.alloc(2);
    readSync(file, bytes);
    closeSync(file);
    return bytes.toString('latin1');
  } catch {
    // Executable but not readable: a binary.
    return '';
  }
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}
