import type { Command } from 'commander';

/** What a person types, by the command's words: shown at the end of its --help. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '': ['gatewright add claude', 'gatewright serve --allow-private localhost:3000'],
  serve: [
    'gatewright serve --allow-private localhost:3000',
    'gatewright serve --http 7800 --allow example.com,*.example.org --capabilities +fetch',
  ],
  add: ['gatewright add claude --allow-private localhost:3000', 'gatewright add cursor --http'],
  remove: ['gatewright remove claude'],
  demo: ['gatewright demo', 'gatewright demo --console'],
  doctor: ['gatewright doctor', 'gatewright doctor --json'],
  init: ['gatewright init', 'gatewright init --sites example.com,*.example.org --ports 3000,5173'],
  'install-browser': ['gatewright install-browser', 'gatewright install-browser --executable-path /opt/chrome/chrome'],
  explain: [
    'gatewright explain https://example.com/',
    `gatewright explain --tool browser_click --args '{"role":"button","name":"Delete"}' --on https://example.com/`,
  ],
  approvals: ['gatewright approvals', 'gatewright approvals watch'],
  'approvals list': ['gatewright approvals list --json'],
  'approvals approve': ['gatewright approvals approve 3f2a', 'gatewright approvals approve 3f2a --for 1h'],
  'approvals deny': ['gatewright approvals deny 3f2a'],
  'approvals watch': ['gatewright approvals watch'],
  'approvals grants': ['gatewright approvals grants'],
  'approvals revoke': ['gatewright approvals revoke 3f2a'],
  'approvals code': ['gatewright approvals code set'],
  'approvals code status': ['gatewright approvals code status --json'],
  'approvals code set': ['gatewright approvals code set'],
  'approvals code remove': ['gatewright approvals code remove'],
  audit: ['gatewright audit tail --follow', 'gatewright audit query --outcome denied --since 2h'],
  'audit tail': ['gatewright audit tail -n 50', 'gatewright audit tail --follow'],
  'audit query': ['gatewright audit query --outcome denied --since 2h', 'gatewright audit query --tool browser_click'],
  'audit sessions': ['gatewright audit sessions --since 1d'],
  'audit verify': ['gatewright audit verify'],
  'audit export': ['gatewright audit export --format csv --since 7d'],
  'audit replay': ['gatewright audit replay default', 'gatewright audit replay default --client claude-code --all'],
  console: ['gatewright console --open', 'gatewright console --port 7800'],
  container: ['gatewright container build', 'gatewright container list'],
  'container build': ['gatewright container build'],
  'container list': ['gatewright container list --json'],
  'container remove': ['gatewright container remove'],
  profiles: ['gatewright profiles list'],
  'profiles list': ['gatewright profiles list --json'],
  'profiles remove': ['gatewright profiles remove default'],
  sessions: ['gatewright sessions', 'gatewright sessions --json'],
  stop: ['gatewright stop', 'gatewright stop --client claude-code --once'],
  pause: ['gatewright pause --session default'],
  resume: ['gatewright resume'],
  token: ['gatewright token add alice'],
  'token add': ['gatewright token add alice'],
  'token rotate': ['gatewright token rotate alice'],
  'token revoke': ['gatewright token revoke alice'],
  'token list': ['gatewright token list'],
  vault: ['gatewright vault add github.com', 'gatewright vault list'],
  'vault add': ['gatewright vault add github.com --username ada', 'gatewright vault add http://localhost:3000'],
  'vault import': ['gatewright vault import state.json --origin https://github.com'],
  'vault capture': ['gatewright vault capture https://github.com --username ada'],
  'vault list': ['gatewright vault list'],
  'vault remove': ['gatewright vault remove github.com'],
  'vault test': ['gatewright vault test github.com'],
  chrome: ['gatewright chrome start'],
  'chrome start': ['gatewright chrome start'],
  'chrome stop': ['gatewright chrome stop'],
  'chrome status': ['gatewright chrome status'],
  network: ['gatewright network suggest --since 1d'],
  'network suggest': ['gatewright network suggest --since 1d'],
  config: ['gatewright config', 'gatewright config --allow-private localhost:3000'],
  version: ['gatewright version'],
};

/** Every command ends its --help with something to type. */
export function addExamples(command: Command, words: readonly string[] = []): void {
  const lines = EXAMPLES[words.join(' ')];
  if (lines !== undefined) {
    const title = lines.length === 1 ? 'Example:' : 'Examples:';
    command.addHelpText('after', ['', title, ...lines.map((line) => `  ${line}`)].join('\n'));
  }
  for (const sub of command.commands) addExamples(sub, [...words, sub.name()]);
}
