import { countTokens } from '../count-tokens.mjs';
import { noteFailure, takeTurns } from './take-turns.mjs';

/** @typedef {import('../types.js').Connection} Connection */
/** @typedef {import('../types.js').PageFigures} PageFigures */

/**
 * Each visit starts from the waiting page, so that nobody idles on a heavy one while another is measured.
 *
 * @param {import('../bench.mjs').Bench} bench
 * @param {readonly Connection[]} connections
 */
export async function measurePages(bench, connections) {
  const { only, rounds } = bench.options;
  for (const page of bench.pages) {
    const url = bench.site.url(page.path);
    bench.say(`  ${page.name}`);
    // A peer takes most of a minute for one look at the largest.
    const turns = page.elements > 20_000 ? Math.min(2, rounds) : rounds;
    await takeTurns(connections, turns, async (connection) => {
      const figures = bench.figuresOf(connection.contestant);
      const ofPage = (figures.pages[page.name] ??= noFigures());
      await noteFailure(figures, async () => {
        await visit(connection, url, ofPage, only.has('screenshot'));
        await bench.rest(connection);
        if (only.has('navigation')) await visitAndLook(connection, url, ofPage);
      });
      await bench.rest(connection);
    });
  }
}

/**
 * @param {Connection} connection
 * @param {string} url
 * @param {PageFigures} figures
 * @param {boolean} screenshots
 */
async function visit({ contestant, call }, url, figures, screenshots) {
  const navigation = await call(contestant.navigate(url));
  const first = await call(contestant.snapshot());
  const second = await call(contestant.snapshot());
  figures.navigation.push(navigation.ms);
  figures.firstSnapshot.push(first.ms);
  figures.secondSnapshot.push(second.ms);
  if (contestant.navigateAndLook === undefined) figures.navigationAndLook.push(navigation.ms + first.ms);
  figures.snapshotTokens ??= countTokens(first.text);
  if (!screenshots) return;
  const screenshot = await call(contestant.screenshot());
  figures.screenshot.push(screenshot.ms);
  figures.screenshotBytes ??= screenshot.imageBytes;
}

/**
 * @param {Connection} connection
 * @param {string} url
 * @param {PageFigures} figures
 */
async function visitAndLook({ contestant, call }, url, figures) {
  if (contestant.navigateAndLook === undefined) return;
  const look = await call(contestant.navigateAndLook(url));
  figures.navigationAndLook.push(look.ms);
  figures.lookTokens ??= countTokens(look.text);
}

/** @returns {PageFigures} */
function noFigures() {
  return {
    navigation: [],
    navigationAndLook: [],
    firstSnapshot: [],
    secondSnapshot: [],
    screenshot: [],
    snapshotTokens: undefined,
    lookTokens: undefined,
    screenshotBytes: undefined,
  };
}
