import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { bundle } from '../bundle.mjs';

/** @typedef {{ server: string, username: string, password: string }} Access */

/**
 * In this process, as it is in the one that drives a browser.
 *
 * @param {string} folder for the bundle
 * @param {string} site the only `host:port` that may be reached
 * @returns {Promise<{ access: Access, close: () => Promise<void> }>}
 */
export async function openProxyHere(folder, site) {
  /** @type {{ makeProxy: (site: string) => Promise<{ access: Access, close: () => Promise<void> }> }} */
  const { makeProxy } = await import(
    pathToFileURL(await bundle(join(import.meta.dirname, 'make-proxy.ts'), folder)).href
  );
  return makeProxy(site);
}

/**
 * In a process of its own, whose memory can be watched.
 *
 * @param {string} folder for the bundle
 * @param {string} site the only `host:port` that may be reached
 */
export async function startProxy(folder, site) {
  const { child, line } = await startNode([await bundle(join(import.meta.dirname, 'proxy-process.ts'), folder), site]);
  /** @type {Access} */
  const access = JSON.parse(line);
  return {
    access,
    /** @returns {number} megabytes */
    memory: () => Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${String(child.pid)}/status`, 'utf8'))?.[1]) / 1024,
    close: () => {
      child.stdin.end();
    },
  };
}

/**
 * @param {number} delay milliseconds that it takes for each answer
 * @param {'http' | 'https'} scheme
 * @param {string} folder for the bundle
 */
export async function startOrigin(delay, scheme, folder) {
  const { child, line } = await startNode([
    await bundle(join(import.meta.dirname, 'origin-process.mjs'), folder),
    String(delay),
    scheme,
  ]);
  /** @type {{ host: string, keyHash?: string }} */
  const { host, keyHash } = JSON.parse(line);
  return {
    host,
    keyHash,
    close: () => {
      child.stdin.end();
    },
  };
}

/** @param {readonly string[]} args */
async function startNode(args) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  /** @type {string} */
  const line = await new Promise((resolve) => {
    createInterface(child.stdout).once('line', resolve);
  });
  return { child, line };
}
