/// <reference lib="dom" />

/**
 * What the page itself says it shows, block by block: the lines of its innerText, each with where it stands.
 *
 * @param {import('playwright-core').Page} page
 * @returns {Promise<import('./types.js').Block[]>}
 */
export async function readPageText(page) {
  return await page.evaluate(() => {
    const ASIDE =
      'nav, aside, header, footer, dialog, [role=navigation], [role=complementary], [role=banner], [role=contentinfo], [role=search], [role=dialog], [role=alertdialog]';
    const SECTIONS = 'main, article, section, [role=main], [role=article], [role=region]';
    /** Headers and footers of a section are part of it. @param {Element} element */
    const isAside = (element) => {
      for (let up = element.closest(ASIDE); up; up = up.parentElement?.closest(ASIDE) ?? null) {
        if (!/^(?:header|footer)$/iu.test(up.tagName) || up.closest(SECTIONS) === null || up.hasAttribute('role'))
          return true;
      }
      return false;
    };
    /** Never painted: without a size, clipped away, transparent, or where no scrolling leads. @param {Text} node */
    const isPainted = (node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      const { scrollX, scrollY } = window;
      const reached = rects.filter(
        ({ right, bottom, left }) =>
          right + scrollX > 0 &&
          bottom + scrollY > 0 &&
          left + scrollX < Math.max(innerWidth, document.documentElement.scrollWidth),
      );
      const parent = node.parentElement;
      if (reached.length === 0 || parent === null) return false;
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      for (let up = /** @type {Element | null} */ (parent); up; up = up.parentElement) {
        const { overflowX, overflowY, clip, clipPath, display } = getComputedStyle(up);
        const box = up.getBoundingClientRect();
        const cuts =
          display !== 'inline' &&
          (overflowX === 'hidden' || overflowX === 'clip' || overflowY === 'hidden' || overflowY === 'clip');
        const outside = reached.every(
          (rect) =>
            rect.bottom <= box.top + 1 ||
            rect.top >= box.bottom - 1 ||
            rect.right <= box.left + 1 ||
            rect.left >= box.right - 1,
        );
        if (
          cuts &&
          up !== document.body &&
          up !== document.documentElement &&
          (box.width <= 1 || box.height <= 1 || outside)
        )
          return false;
        if (
          /rect\((?:0px|1px)[, ]+(?:0px|1px)[, ]+(?:0px|1px)[, ]+(?:0px|1px)\)/u.test(clip) ||
          /inset\((?:50|100)%/u.test(clipPath)
        )
          return false;
      }
      return true;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const letters = (/** @type {string} */ text) => text.replace(/\s+/gu, '');
    /** @type {{ text: string, node: Text }[]} */
    const nodes = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (
        node instanceof Text &&
        node.data.trim() !== '' &&
        !/^(?:script|style|noscript|template)$/iu.test(node.parentElement?.tagName ?? '')
      )
        nodes.push({ text: letters(node.data), node });
    }
    const lines = document.body.innerText
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const options = new Set([...document.querySelectorAll('option')].map((option) => option.label.trim()));
    let at = 0;
    return lines.map((text) => {
      // The nodes of a line come in its order; what is not rendered stands between them.
      const wanted = letters(text);
      const own = [];
      for (let i = at, rest = wanted.toLowerCase(); i < nodes.length && rest !== '' && i < at + 3_000; i += 1) {
        const { text: said = '', node } = nodes[i] ?? {};
        if (
          said === '' ||
          node === undefined ||
          !rest.startsWith(said.toLowerCase()) ||
          node.parentElement?.checkVisibility() !== true
        )
          continue;
        own.push(node);
        rest = rest.slice(said.length);
        if (rest === '') at = i + 1;
      }
      // A closed list shows one of its options.
      const isSeen = own.length === 0 ? !options.has(text) : own.some(isPainted);
      const place = !isSeen
        ? 'unseen'
        : own.some((node) => node.parentElement !== null && isAside(node.parentElement))
          ? 'aside'
          : 'content';
      return { text, place: /** @type {import('./types.js').Place} */ (place) };
    });
  });
}
