import { serveStdio } from '../../../src/transports/stdio.js';
import { FixtureGateway } from './fixture-gateway.js';

serveStdio({
  gateway: new FixtureGateway(),
  principal: { id: 'ann' },
  version: '0.0.0',
  log: (line) => process.stderr.write(`${line}\n`),
  // Says that it was told, so that a test can tell it from being killed.
  onClose: () => process.exit(42),
});
