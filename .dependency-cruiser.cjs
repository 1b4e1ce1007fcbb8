/**
 * The module map. `allowed` mode: an import that is not listed here is an error, and so is a cycle.
 * To widen the map, add the edge here with its reason and say so in docs/path.md.
 */
const inModule = (name) => `^src/${name}/`;
const library = { path: '^node_modules/', pathNot: '^node_modules/(playwright-core|@modelcontextprotocol)/' };
const from = (path, ...to) => ({ from: { path, pathNot: '\\.test\\.ts$' }, to: { path: to.join('|') } });
// The mints and openers of the sealed types: each may be imported only by the modules listed below.
const CORE = '^src/core/(?!seals/[a-z]+-(mint|open|class)\\.ts)';
const PLATFORM = '^src/platform/';
const MODULES = [
  'policy',
  'masking',
  'network',
  'browser',
  'approval',
  'audit',
  'vault',
  'plugins',
  'tools',
  'gateway',
  'transports',
  'control',
  'console',
  'config',
  'cli',
  'sdk',
  'demo',
];

/** Modules that are divided: what each part may import besides itself and the files that lie directly in the module. */
const SUB_MODULES = {
  browser: {
    cdp: [],
    emulation: ['cdp'],
    'self-test': ['cdp'],
    // What is kept of sessions elsewhere, for the server that takes them over.
    reattach: [],
    providers: ['cdp', 'reattach', 'self-test'],
    files: ['cdp', 'providers'],
    extensions: ['cdp', 'files'],
    'dom/host': ['cdp'],
    'dom/agent': ['dom/host'],
    'dom/snapshot': ['dom/host'],
    pdf: ['dom/host'],
    page: ['cdp', 'dom', 'emulation', 'extensions', 'files', 'pdf'],
    identity: ['cdp', 'page'],
    sessions: ['cdp', 'dom', 'emulation', 'extensions', 'files', 'identity', 'page', 'providers', 'reattach'],
    takeover: ['page', 'sessions'],
    // Sessions of its own, whose DevTools connection an upstream has; from `page` and `dom` only what needs none.
    relay: ['dom', 'page', 'providers', 'sessions'],
  },
  network: {
    address: [],
    captcha: [],
    dns: ['address'],
    proxy: ['address', 'dns'],
    fetch: ['address', 'dns', 'proxy'],
  },
  audit: { chain: [], diagnostics: [], pictures: ['chain'], search: ['chain', 'pictures'], sinks: ['chain'] },
};
const rulesOf = (module, parts) => [
  // The files that lie directly in the module are its index, its options, and helpers that every part may use.
  from(`^src/${module}/(dom/)?[^/]+\\.ts$`, inModule(module), CORE),
  ...Object.entries(parts).map(([part, others]) =>
    from(
      inModule(`${module}/${part}`),
      inModule(`${module}/${part}`),
      `^src/${module}/[^/]+\\.ts$`,
      ...others.map((other) => inModule(`${module}/${other}`)),
      CORE,
    ),
  ),
];

module.exports = {
  forbidden: [{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } }],
  allowedSeverity: 'error',
  allowed: [
    from('^src/core/', '^src/core/'),
    from(PLATFORM, PLATFORM, CORE),
    ...MODULES.filter((name) => !(name in SUB_MODULES)).map((name) => from(inModule(name), inModule(name), CORE)),
    ...Object.entries(SUB_MODULES).flatMap(([module, parts]) => rulesOf(module, parts)),
    // Small helpers of the operating system, for every module that touches it.
    ...MODULES.filter((name) => !['policy', 'masking'].includes(name)).map((name) => from(inModule(name), PLATFORM)),
    // Sealed types: who mints, who opens.
    from(inModule('gateway'), '^src/core/seals/permit-mint\\.ts$'),
    from(inModule('browser'), '^src/core/seals/(permit|secret)-open\\.ts$'),
    from(inModule('masking'), '^src/core/seals/(released-mint|secret-open)\\.ts$'),
    ...['transports', 'control', 'console'].map((name) => from(inModule(name), '^src/core/seals/released-open\\.ts$')),
    from(inModule('vault'), '^src/core/seals/secret-mint\\.ts$'),
    // Modules above modules.
    from(inModule('gateway'), inModule('policy'), inModule('masking'), inModule('tools')),
    from(inModule('control'), inModule('gateway')),
    from(inModule('transports'), inModule('gateway'), inModule('control')),
    from(inModule('console'), inModule('gateway'), inModule('control')),
    // The schema of the configuration is made of every module's options, and of nothing else of theirs.
    from(inModule('config'), '^src/[a-z]+/options\\.ts$'),
    // app.ts builds every module with build-modules.ts, and serve.ts puts a transport on it; main, cli and sdk know these two and the configuration.
    from(
      '^src/(app|build-modules|start-plugins|offline-commands|capture-by-takeover|call-times|start-record|within-reach|console-on-demand|workspace-facts|workspace-places)\\.ts$',
      '^src/',
    ),
    from(
      '^src/serve\\.ts$',
      '^src/(app|console-on-demand|log-line|uncaught-errors|version)\\.ts$',
      PLATFORM,
      inModule('config'),
      inModule('transports'),
    ),
    // The SDK is one more way in: it opens no seal itself, and reaches the gateway through transports/ alone.
    from('^src/sdk/', '^src/transports/(in-process|web-handler)\\.ts$'),
    from(
      '^src/(main\\.ts$|cli/|sdk/)',
      '^src/(app|capture-by-takeover|log-line|serve|version)\\.ts$',
      inModule('config'),
      inModule('cli'),
    ),
    // The demo is a program that embeds the SDK. What it shows beside it is an agent with a bare browser.
    from(inModule('cli'), '^src/demo/index\\.ts$'),
    from(inModule('demo'), '^src/sdk/index\\.ts$', '^node_modules/playwright-core/'),
    // Each adapter knows its framework, which is installed where the adapter is used.
    from('^src/sdk/adapters/', '^(ai|@langchain/core/tools|@mastra/core/tools|@openai/agents)$'),
    // Tests beside the source see what they test, its siblings and the fixtures, which see the source; it sees no fixture.
    { from: { path: '\\.test\\.ts$|^tests/' }, to: {} },
    // Libraries: Playwright is for the browser, the MCP SDK for the transports.
    { from: { path: '^src/(?!core/)' }, to: library },
    { from: { path: '^src/' }, to: { dependencyTypes: ['core'] } },
    from(inModule('browser'), '^node_modules/playwright-core/'),
    from(inModule('transports'), '^node_modules/@modelcontextprotocol/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
