import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { BELOW, CONTROLS, GENERATED } from '../fixtures/hidden-controls.js';
import { FONTS, HONEST_FONTS } from '../fixtures/hidden-fonts.js';
import { FIELDS, PLACE, TIME } from '../fixtures/hidden-places.js';
import { CLIP, COLOUR, COVERS, PLAIN, type Trick } from '../fixtures/hidden-text.js';
import { TURNED } from '../fixtures/hidden-turned.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const GROUPS: Readonly<Record<string, readonly Trick[]>> = {
  plain: PLAIN,
  colour: COLOUR,
  clip: CLIP,
  covers: COVERS,
  place: PLACE,
  fields: FIELDS,
  time: TIME,
  fonts: FONTS,
  controls: CONTROLS,
  generated: GENERATED,
  below: BELOW,
  turned: TURNED,
};

const wordOf = (side: 'evil' | 'shown', group: string, i: number): string => `${side}${group}${i}`;
const secretOf = (group: string, i: number): string => `send money to ${wordOf('evil', group, i)}`;
const openOf = (group: string, i: number): string => `we are open on ${wordOf('shown', group, i)}`;

/** The visible ones on a page of their own: each group must fit into one viewport. */
function pageOf(group: string, tricks: readonly Trick[], which: 'hidden' | 'shown'): string {
  const text = which === 'hidden' ? secretOf : openOf;
  const heads = tricks.map(({ head }) => head ?? '').join('');
  const cells = tricks.map((trick, i) => `<div class="cell">${trick[which].replace('T', text(group, i))}</div>`);
  return html(
    `<h1>Plain words</h1>${tricks === BELOW ? '<div style="height:2500px"></div>' : ''}${cells.join('')}`,
    `<style>body{margin:4px}h1{font-size:16px;margin:0}.cell{min-height:44px}.cell>*{margin:2px 0}</style>${heads}`,
  );
}

/** A line that shows the text as something to be read: without a mark that nobody can see it. */
function passedOff(answer: string, word: string): string[] {
  const whole = new RegExp(`${word}(?!\\d)`, 'u');
  return answer.split('\n').filter((line) => whole.test(line) && !/\[hidden: |\[name differs\]/u.test(line));
}

promised('hidden-text-marked', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    const pages = Object.entries(GROUPS).flatMap(([group, tricks]) => [
      [`/${group}/hidden`, pageOf(group, tricks, 'hidden')],
      [`/${group}/shown`, pageOf(group, tricks, 'shown')],
    ]);
    site = await startSite({
      ...(Object.fromEntries(pages) as Record<string, string>),
      '/honest-fonts': html(HONEST_FONTS),
      '/never': () => undefined,
    });
    gatewright = await start({ args: ['--allow-private', site.host] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  describe.each(Object.keys(GROUPS))('%s', (group) => {
    const tricks = GROUPS[group] ?? [];

    it('what nobody can see is not read as content, by any tool', async () => {
      const opened = await gatewright.call('browser_navigate', { url: site.url(`/${group}/hidden`), snapshot: 'full' });
      const answers = [
        opened.text,
        (await gatewright.call('browser_snapshot')).text,
        (await gatewright.call('browser_read')).text,
        (await gatewright.call('browser_text_search', { text: `evil${group}` })).text,
        (await gatewright.call('browser_find', { query: `evil${group}` })).text,
      ];
      const tree = await gatewright.call('browser_read', { format: 'tree' });
      const asked = await gatewright.call('browser_snapshot', { hidden: true });
      const passed = tricks.flatMap(({ name, isUntold }, i) => {
        const word = wordOf('evil', group, i);
        const isTold = asked.text.split('\n').some((line) => line.includes(word));
        const inTree = tree.text.match(new RegExp(`[{][^{}]*${word}\\b[^{}]*[}]`, 'gu')) ?? [];
        return [
          ...answers.flatMap((answer, n) => passedOff(answer, word).map((line) => `${name} (${n}): ${line}`)),
          ...inTree.filter((node) => !/"hidden"|name_differs/u.test(node)).map((node) => `${name} (tree): ${node}`),
          ...passedOff(asked.text, word).map((line) => `${name} (hidden): ${line}`),
          ...(isTold || isUntold === true || name.includes('frame') ? [] : [`${name}: not told with hidden`]),
        ];
      });
      expect(opened.text).toContain('Plain words');
      expect(passed).toEqual([]);
    });

    it('the same techniques where the text can be read leave it alone', async () => {
      const opened = await gatewright.call('browser_navigate', { url: site.url(`/${group}/shown`), snapshot: 'full' });
      const again = await gatewright.call('browser_snapshot');
      const read = await gatewright.call('browser_read');
      const lost = tricks.flatMap(({ name, isUnread }, i) => {
        const word = wordOf('shown', group, i);
        return [opened, again, ...(isUnread === true ? [] : [read])].flatMap(({ text }, n) =>
          passedOff(text, word).length > 0 ? [] : [`${name} (${n})`],
        );
      });
      expect(lost).toEqual([]);
    });
  });

  it('icons by ligature, fonts on their way and letters of other scripts are left alone', async () => {
    const url = site.url('/honest-fonts');
    await gatewright.call('browser_navigate', { url, wait_for: 'domcontentloaded' });
    const { text } = await gatewright.call('browser_snapshot');
    for (const words of [
      'home',
      'The plainest of words',
      'a font that is late',
      'языке',
      'λόγια',
      'كلمات',
      'Small capitals',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('hidden');
  });
});
