import { literally } from '../make-page.mjs';
import { PEOPLE } from '../random.mjs';

const ICONS = ['reply', 'star', 'share', 'trash'];

/** The four ways in which a nameless button says what it is; a browser's accessibility tree knows the last one only. */
const KINDS = [
  (/** @type {string} */ icon) => `<i class="fa fa-${icon}"></i>`,
  (/** @type {string} */ icon) => `<svg width="16" height="16"><use href="#icon-${icon}"></use></svg>`,
  (/** @type {string} */ icon) =>
    `<span style="display:inline-block;width:16px;height:16px;background-image:url(/icons/${icon}.svg)"></span>`,
  (/** @type {string} */ icon) =>
    `<svg width="16" height="16" role="img"><title>${icon}</title><rect width="16" height="16"></rect></svg>`,
];

/**
 * Posts with four buttons each that have no text.
 *
 * @type {import('../types.js').Task<{ author: string }>}
 */
export const icons = {
  name: 'icons',
  make(random, seed) {
    // The star is never the first, so that a guess is never right.
    const [first = '', ...others] = random.shuffle(ICONS.filter((icon) => icon !== 'star'));
    const order = [first, ...random.shuffle(['star', ...others])];
    const draw = KINDS[seed % KINDS.length] ?? KINDS[0];
    const authors = random.shuffle(PEOPLE).slice(0, 5);
    const author = random.pick(authors);
    const posts = authors.map((name) => {
      const buttons = order.map((icon) => `<button onclick='act("${icon}", "${name}")'>${draw?.(icon) ?? ''}</button>`);
      return `<article><h3>${name}</h3><p>${random.words(12)}</p>${buttons.join('')}</article>`;
    });
    const body = `<h1>Posts</h1>${posts.join('')}<style>.fa { display: inline-block; width: 16px; height: 16px; background: #357 }</style>
<svg hidden>${ICONS.map((icon) => `<symbol id="icon-${icon}"><rect width="16" height="16"></rect></symbol>`).join('')}</svg>
<script>function act(icon, author) { report({ icon, author }); }</script>`;
    return { body, goal: { author }, outcome: { icon: 'star', author } };
  },
  async solve(agent, { author }) {
    await agent.open();
    await agent.find({ text: literally(author) });
    const star = { roles: /button|image|img/u, text: /star/u, near: literally(author) };
    // Where nothing says which one it is, only a guess is left: the first.
    const isSaid = agent.known().some(({ role, text }) => star.roles.test(role) && star.text.test(text));
    await agent.click(isSaid ? star : { roles: /button/u, text: /(?:)/u, near: literally(author) });
  },
};
