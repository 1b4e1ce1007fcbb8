import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { desktopNotifier, noticeText } from '../../../src/approval/desktop-notifier.js';
import type { PendingQuestion } from '../../../src/core/index.js';

const QUESTION: PendingQuestion = {
  id: '1',
  kind: 'approve',
  scope: { principal: 'local', session: 'default' },
  tool: 'browser_click',
  prompt: 'its label says that it deletes',
  origin: 'https://shop.example',
  risk: 'high',
  mayGrant: false,
  needsCode: false,
  openForMs: 1,
  askedAt: 0,
  expiresAt: 1,
};

/** A program of that name which takes its options as the real one does, and writes its arguments down. */
function desktop(name: string, exit = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'gw-notify-'));
  const seen = join(folder, 'seen');
  const file = join(folder, name);
  writeFileSync(
    file,
    `#!/bin/sh\nfor a in "$@"; do printf '%s\\0' "$a" >> '${seen}'; done\nprintf '\\n' >> '${seen}'\nexit ${String(exit)}\n`,
  );
  chmodSync(file, 0o755);
  const lines: string[] = [];
  return {
    folder,
    lines,
    environment: { PATH: `${folder}:/usr/bin:/bin` },
    calls: () =>
      existsSync(seen)
        ? readFileSync(seen, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => line.split('\0').slice(0, -1))
        : [],
  };
}

test.each([
  ['linux', 'notify-send'],
  ['darwin', 'osascript'],
] as const)('on %s a person is told by %s that a question waits, and not what it says', async (platform, name) => {
  const { environment, calls } = desktop(name);
  const tell = desktopNotifier({ environment, platform, log: () => undefined });
  expect(await tell(QUESTION)).toBe(true);
  const text = calls()[0]?.at(-1);
  expect(text).toContain('approval (high risk) on shop.example');
  expect(text).toContain('approvals watch');
  expect(JSON.stringify(calls())).not.toContain('deletes');
});

test.each([
  'https://$(touch pwned).example',
  'https://a"; touch pwned; ".example',
  '-i /etc/passwd',
  '--action=x',
  'https://<b>bold</b><a href="x">.example',
  `https://${'a'.repeat(5000)}.example`,
  'https://e\u202Evil.example',
  'null',
])('an origin like %j is one argument without meaning', async (origin) => {
  const { environment, calls, folder } = desktop('notify-send');
  const tell = desktopNotifier({ environment, platform: 'linux', log: () => undefined });
  expect(await tell({ ...QUESTION, origin })).toBe(true);
  const [args = []] = calls();
  expect(args.slice(0, 3)).toEqual(['--app-name=Gatewright', '--', 'Gatewright']);
  expect(args).toHaveLength(4);
  expect(args[3]).toMatch(/^An agent waits for your approval \(high risk\)[A-Za-z0-9 .:-]*\. Answer with: /u);
  expect(noticeText({ ...QUESTION, origin }).length).toBeLessThan(300);
  expect(existsSync(join(folder, 'pwned')) || existsSync('pwned')).toBe(false);
});

test('many questions are few notifications', async () => {
  const { environment, calls } = desktop('notify-send');
  let now = 0;
  const tell = desktopNotifier({ environment, platform: 'linux', log: () => undefined, clock: () => now });
  for (let i = 0; i < 300; i++) {
    await tell(QUESTION);
    now += 1900;
  }
  expect(calls()).toHaveLength(6);
});

test('where it fails the operator hears of it once, and without a desktop not at all', async () => {
  const failing = desktop('notify-send', 1);
  const log = (line: string): void => void failing.lines.push(line);
  let now = 0;
  const tell = desktopNotifier({ environment: failing.environment, platform: 'linux', log, clock: () => now });
  for (; now < 100_000; now += 30_000) expect(await tell(QUESTION)).toBe(false);
  expect(failing.lines).toHaveLength(1);
  const none = desktopNotifier({ environment: { PATH: '/nonexistent' }, platform: 'linux', log });
  expect(await none(QUESTION)).toBe(false);
  expect(failing.lines).toHaveLength(1);
});
