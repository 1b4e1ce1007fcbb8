import { spawn } from 'node:child_process';

/** Reads `+tab` and `-tab` until its input ends, which it does however we end, and closes what is left. */
const PROGRAM = `
const { get } = require('node:http');
const tabs = new Set();
let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) tabs[line[0] === '+' ? 'add' : 'delete'](line.slice(1));
}).on('end', () => {
  for (const tab of tabs) get(process.argv[1] + '/json/close/' + tab, (response) => response.resume()).on('error', () => 0);
});
`;

export interface TabReaper {
  opened(tab: string): void;
  closed(tab: string): void;
  /** This server ends: the process closes the tabs that are still open, and ends too. */
  dismiss(): void;
}

/**
 * A server that is killed would leave the agent's tabs open in a person's browser, and nothing would judge what they
 * send. Another process notices its end and closes them; it has its own process group, so that it is not killed too.
 */
export function startTabReaper(cdp: string): TabReaper {
  const address = `http://${new URL(cdp).host}`;
  const child = spawn(process.execPath, ['-e', PROGRAM, address], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
    env: {},
  });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  const tell = (line: string): void => {
    if (child.stdin.writable) child.stdin.write(`${line}\n`);
  };
  return {
    opened: (tab) => {
      tell(`+${tab}`);
    },
    closed: (tab) => {
      tell(`-${tab}`);
    },
    dismiss: () => {
      child.stdin.end();
    },
  };
}
