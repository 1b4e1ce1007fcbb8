// What our program calls every element, in document order; for cases that say themselves what is expected, that too.
import { Names } from '../../src/browser/dom/agent/names.js';
import { Styles } from '../../src/browser/dom/agent/styles.js';

Object.defineProperty(globalThis, 'nameAll', {
  value: () => {
    const names = new Names(new Styles());
    return Array.from(document.querySelectorAll('*'), (element) => ({
      name: names.of(element).text,
      expected: element.getAttribute('data-expectedlabel'),
    }));
  },
});
