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
  /** We go in good order. */
  dismiss(): void;
}

/**
 * A server that dies without a word would leave the agent's tabs behind in a person's browser, and nothing would judge
 * what they send. Another process hears of it and closes them; in a group of its own, so that it is not killed with us.
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
