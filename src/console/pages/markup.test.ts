import { expect, it } from 'vitest';
import { exact, markup } from './markup.js';

it.each([
  ['</p><script>alert(1)</script>', '<p>&#60;/p&#62;&#60;script&#62;alert(1)&#60;/script&#62;</p>'],
  ['" onclick="x', '<p>&#34; onclick=&#34;x</p>'],
  ["' onclick='x", '<p>&#39; onclick=&#39;x</p>'],
  ['pay \u202Emoc.live\u202C now', '<p>pay moc.live now</p>'],
  ['a\u0000b\u200Bc\u{E0041}', '<p>abc</p>'],
  ['&lt;b&gt;', '<p>&#38;lt;b&#38;gt;</p>'],
])('%j is text and nothing else', (text, shown) => {
  expect(markup`<p>${text}</p>`.toString()).toBe(shown);
});

it('keeps what it made, in lists too, and leaves out what is not there', () => {
  expect(markup`<ul>${['<', '>'].map((x) => markup`<li>${x}</li>`)}${undefined}${false}${0}</ul>`.toString()).toBe(
    '<ul><li>&#60;</li><li>&#62;</li>0</ul>',
  );
});

it('a field keeps every character and still cannot end its attribute', () => {
  expect(markup`<input value="${exact('a\u202E"\n<')}">`.toString()).toBe('<input value="a\u202E&#34;\n&#60;">');
});
