/**
 * The module map. `allowed` mode: an edge that is not listed here is an error, and so is a cycle.
 * To widen the map, add the edge here with its reason and say so in docs/path.md.
 */
const room = (name) => `^src/${name}/`;
const library = { path: '^node_modules/', pathNot: '^node_modules/(playwright-core|@modelcontextprotocol)/' };
const from = (path, ...to) => ({ from: { path, pathNot: '\\.test\\.ts$' }, to: { path: to.join('|') } });
// The doors of the seals: each may be imported only by the rooms listed below.
const CORE = '^src/core/(?!seals/[a-z]+-(mint|open|class)\\.ts)';

module.exports = {
  forbidden: [{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } }],
  // Without it an edge that nobody listed is only a warning.
  allowedSeverity: 'error',
  allowed: [
    from('^src/core/', '^src/core/'),
    ...[
      'policy',
      'masking',
      'network',
      'browser',
      'approval',
      'audit',
      'vault',
      'tools',
      'gateway',
      'transports',
      'console',
      'config',
      'cli',
      'sdk',
    ].map((name) => from(room(name), room(name), CORE)),
    // Seals: who mints, who opens.
    from(room('gateway'), '^src/core/seals/permit-mint\\.ts$'),
    from(room('browser'), '^src/core/seals/(permit|secret)-open\\.ts$'),
    from(room('masking'), '^src/core/seals/(released-mint|secret-open)\\.ts$'),
    from(room('transports'), '^src/core/seals/released-open\\.ts$'),
    from(room('console'), '^src/core/seals/released-open\\.ts$'),
    from(room('vault'), '^src/core/seals/secret-mint\\.ts$'),
    // Rooms above rooms.
    from(room('gateway'), room('policy'), room('masking'), room('tools')),
    from(room('transports'), room('gateway')),
    from(room('console'), room('gateway')),
    // The schema of the configuration is made of every room's options, and of nothing else of theirs.
    from(room('config'), '^src/[a-z]+/options\\.ts$'),
    // app.ts knows every module, and serve.ts puts a transport on it; main, cli and sdk know these two and the configuration.
    from('^src/(app|offline-commands)\\.ts$', '^src/'),
    from('^src/serve\\.ts$', '^src/(app|uncaught-errors|version)\\.ts$', room('config'), room('transports')),
    from('^src/capture-by-takeover\\.ts$', '^src/house\\.ts$', room('config'), CORE),
    from(
      '^src/(main\\.ts$|cli/|sdk/)',
      '^src/(house|serve|capture-by-takeover|version)\\.ts$',
      room('config'),
      room('cli'),
    ),
    // Tests beside the source see what they test, and its siblings.
    { from: { path: '\\.test\\.ts$' }, to: {} },
    // Libraries: Playwright is for the browser room, the MCP SDK for the transports.
    { from: { path: '^src/(?!core/)' }, to: library },
    { from: { path: '^src/' }, to: { dependencyTypes: ['core'] } },
    from(room('browser'), '^node_modules/playwright-core/'),
    from(room('transports'), '^node_modules/@modelcontextprotocol/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/browser/dom/agent/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
