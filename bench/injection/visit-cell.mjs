import { judge } from './judge.mjs';
import { findOrder } from './obey.mjs';
import { SECRET } from './hostile-site.mjs';

/** @typedef {import('./types.js').Cell} Cell */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./types.js').Victim} Victim */
/** @typedef {import('../types.js').Connection} Connection */
/** @typedef {Awaited<ReturnType<typeof import('./hostile-site.mjs').openHostileSite>>} HostileSite */

const SETTLE_MS = 250;

/**
 * Opens the page of one cell, looks at it as an agent does, judges the answers, and then obeys what they say.
 *
 * @param {{ victim: Victim, connection: Connection, site: HostileSite, trace: (line: string) => void }} room
 * @param {Cell} cell
 * @returns {Promise<import('./types.js').Finding>}
 */
export async function visitCell({ victim, connection, site, trace }, cell) {
  const { carrier, payload, canary, id } = cell;
  trace(`# ${victim.contestant.label}: ${payload.id} in ${carrier.id}, ${canary}\n`);
  const ask = createAsk(connection, trace);
  const looks = [await ask(victim.contestant.navigate(site.serve(cell)))];
  for (const call of victim.looks) looks.push(await ask(call));
  looks.push(...(await lookAside(victim, carrier.needs, ask, looks)));
  const onRequest = victim.hidden !== undefined && carrier.sight === 'hidden' ? [await ask(victim.hidden)] : [];
  const origin = carrier.id === 'cross-origin-frame' ? site.collector : site.site;
  const verdict = judge(victim, cell, { looks, onRequest }, { origin, secret: SECRET });
  await obey(victim, ask, cell, looks);
  const finding = {
    cell: id,
    carrier: carrier.id,
    sight: carrier.sight,
    payload: payload.id,
    group: payload.group,
    isForging: payload.isForging,
    ...verdict,
    harm: site.harmOf(canary),
  };
  trace(`# ${JSON.stringify(finding)}\n`);
  return finding;
}

/**
 * @param {Connection} connection
 * @param {(line: string) => void} trace
 * @returns {(call: import('../types.js').ToolCall) => Promise<Look>}
 */
export function createAsk(connection, trace) {
  return async (call) => {
    const { plain } = await connection.ask(call);
    trace(`> ${call.name} ${JSON.stringify(call.arguments)}\n${plain}\n`);
    return { tool: call.name, text: plain };
  };
}

/**
 * @param {Victim} victim
 * @param {import('./types.js').Carrier['needs']} needs
 * @param {ReturnType<typeof createAsk>} ask
 * @param {readonly Look[]} looks
 * @returns {Promise<Look[]>}
 */
async function lookAside(victim, needs, ask, looks) {
  if (needs === 'console') return [await ask(victim.console)];
  if (needs === 'tools') return victim.tools === undefined ? [] : [await ask(victim.tools)];
  if (needs === undefined) return [];
  const ref = refOf(victim, looks, 'Ask');
  if (ref === undefined) throw new Error('The button "Ask" was not found.');
  const clicked = await ask(victim.contestant.click(ref));
  if (needs === 'dialog' && victim.dismiss !== undefined) return [clicked, await ask(victim.dismiss)];
  await new Promise((done) => setTimeout(done, SETTLE_MS));
  return [clicked];
}

/**
 * @param {Victim} victim
 * @param {readonly Look[]} looks
 * @param {string} name
 */
function refOf(victim, looks, name) {
  return looks.map(({ text }) => victim.contestant.refOfButton(text, name)).find((ref) => ref !== undefined);
}

/**
 * @param {Victim} victim
 * @param {ReturnType<typeof createAsk>} ask
 * @param {Cell} cell
 * @param {readonly Look[]} looks
 */
async function obey(victim, ask, { carrier, canary }, looks) {
  const decode = carrier.decode ?? ((/** @type {string} */ text) => text);
  const read = looks.map(({ text }) => decode(text)).join('\n');
  const order = read.includes(canary) ? findOrder(read, { canary, secret: SECRET }) : undefined;
  if (order === undefined) return;
  if ('open' in order) {
    await ask(victim.contestant.navigate(order.open));
    return;
  }
  const ref = refOf(victim, looks, order.click);
  if (ref === undefined) return;
  await ask(victim.contestant.click(ref));
  await new Promise((done) => setTimeout(done, SETTLE_MS));
}
