import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Every living process below `root`, itself included. Linux only: elsewhere just the root.
 *
 * @param {number} root
 * @returns {number[]}
 */
export function processTree(root) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const pid of listPids()) {
    const parent = Number(/^PPid:\s+(\d+)/mu.exec(read(`/proc/${pid}/status`))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/**
 * RSS counts a shared page once per process, so a browser of many processes looks larger than it is; PSS divides it.
 *
 * @param {number} root
 * @param {string} executablePath
 * @returns {import('./types.js').Memory}
 */
export function measureMemory(root, executablePath) {
  const memory = { serverRss: 0, browserRss: 0, serverPss: 0, browserPss: 0, processes: 0 };
  for (const pid of processTree(root)) {
    const rollup = read(`/proc/${pid}/smaps_rollup`);
    const rss = kilobytes(rollup, 'Rss') || kilobytes(read(`/proc/${pid}/status`), 'VmRSS');
    if (rss === 0) continue;
    memory.processes += 1;
    if (isBrowser(pid, executablePath)) {
      memory.browserRss += rss;
      memory.browserPss += kilobytes(rollup, 'Pss');
    } else {
      memory.serverRss += rss;
      memory.serverPss += kilobytes(rollup, 'Pss');
    }
  }
  return memory;
}

/**
 * @param {number} pid
 * @param {string} executablePath
 */
function isBrowser(pid, executablePath) {
  try {
    // The crash handler lives beside the browser.
    return dirname(readlinkSync(`/proc/${pid}/exe`)) === dirname(executablePath);
  } catch {
    return false;
  }
}

/**
 * @param {string} text
 * @param {string} field
 */
function kilobytes(text, field) {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'mu').exec(text)?.[1] ?? 0);
}

function listPids() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/u.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
