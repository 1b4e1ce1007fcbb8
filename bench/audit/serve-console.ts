/** A console over a record of so many entries, without servers; prints its link, and answers until it is killed. */
import { openAudit } from '../../src/audit/index.js';
import { serveConsole } from '../../src/console/web-console.js';
import { fillRecord } from './fill-record.js';

const [folder = '', records] = process.argv.slice(2);
if (records !== undefined) {
  fillRecord(folder, Number(records));
  process.exit(0);
}
const nothing = () => Promise.reject(new Error('nothing of it is here'));
const served = await serveConsole({
  servers: () => Promise.resolve([]),
  audit: openAudit(folder),
  explain: nothing,
  facts: { identities: nothing, teams: nothing, health: nothing, checkRecord: nothing },
  log: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(`${served.newLink()}\n`);
