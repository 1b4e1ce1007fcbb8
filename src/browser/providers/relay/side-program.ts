/**
 * The upstream's own hook for each page (`browser.initPage`), run in its process and written by us. It answers what the
 * upstream's snapshot does not say: fields, forms, frames, tabs. It only reads. No word of an agent gets into it but refs,
 * which were checked. It also ends the upstream with its browser: it would start another one without a word, and nobody
 * would know that the page is gone.
 */
export const SIDE_PROGRAM = String.raw`
const { createHash } = require('node:crypto');
const { createInterface } = require('node:readline');
const METHOD = 'notifications/gatewright';
const REF = /^(?:f\d{1,6})?e\d{1,9}$/;
let context;
let isListening = false;
let lastTab = 0;
const tabs = new WeakMap();

exports.default = async ({ page }) => {
  context = page.context();
  if (isListening) return;
  isListening = true;
  const browser = context.browser();
  if (browser === null) process.exit(3);
  browser.once('disconnected', () => process.exit(3));
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (!line.includes(METHOD)) return;
    let message;
    try { message = JSON.parse(line); } catch { return; }
    if (message.method === METHOD) answer(message.params);
  });
};

async function answer({ id, asked }) {
  let params;
  try { params = { id, result: await look(asked) }; } catch { params = { id, failed: true }; }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', method: METHOD, params }) + '\n');
}

const inTime = (ms, work) => {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('late')), ms); });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

function idOf(page) {
  if (!tabs.has(page)) tabs.set(page, 't' + ++lastTab);
  return tabs.get(page);
}

async function look({ index, roots = [], refs = [], wantsText = false, wantsTitles = false }) {
  const pages = context.pages();
  const listed = [];
  for (const page of pages) {
    const title = wantsTitles ? await inTime(500, page.title()).catch(() => '') : '';
    listed.push({ tab: idOf(page), url: page.url(), title: title.length > 300 ? title.slice(0, 300) + '…' : title });
  }
  const page = pages[index];
  if (page === undefined) return { tabs: listed };
  const documents = [];
  for (const ref of roots) documents.push(await ofDocument(page, ref, wantsText));
  const elements = [];
  for (const ref of refs) elements.push(await ofElement(page, ref));
  const time = await inTime(1000, page.evaluate(() => performance.timeOrigin)).catch(() => undefined);
  const shownFrames = wantsText ? await countShown(page.mainFrame()) : 0;
  return { tabs: listed, time, shownFrames, documents, elements };
}

// Documents that a picture would show. One that cannot be asked counts.
async function countShown(frame) {
  const isShown = async (child) => {
    const handle = await child.frameElement();
    const box = await handle.boundingBox();
    await handle.dispose();
    return box !== null && box.width > 1 && box.height > 1;
  };
  let count = 1;
  for (const child of frame.childFrames()) if (await inTime(1000, isShown(child)).catch(() => true)) count += await countShown(child);
  return count;
}

async function handleOf(page, ref) {
  if (!REF.test(ref)) throw new Error('no ref');
  return page.locator('aria-ref=' + ref).elementHandle({ timeout: 2000 });
}

async function ofDocument(page, ref, wantsText) {
  const handle = await handleOf(page, ref);
  const frame = await handle.ownerFrame();
  const read = await inTime(3000, handle.evaluate(readDocument, wantsText));
  await handle.dispose();
  return { ref, origin: await originOf(frame), ...read };
}

async function ofElement(page, ref) {
  const handle = await handleOf(page, ref);
  const read = await inTime(3000, handle.evaluate(readElement));
  await handle.dispose();
  for (const { form } of [read, ...read.also, ...read.radios]) {
    if (!form) continue;
    form.contentDigest = createHash('sha256').update(form.content).digest('hex');
    delete form.content;
  }
  return { ref, ...read };
}

// A frame without an address of its own has the origin of the one around it, unless it is in a sandbox.
async function originOf(frame) {
  const url = frame.url();
  if (/^https?:/i.test(url)) return new URL(url).origin;
  const parent = frame.parentFrame();
  if (parent === null || !/^about:(?:blank|srcdoc)/i.test(url)) return 'null';
  const element = await frame.frameElement();
  return (await element.getAttribute('sandbox')) === null ? originOf(parent) : 'null';
}

function readDocument(root, wantsText) {
  const MAX_FIELDS = 2000;
  const MAX_LETTERS = 1000000;
  const found = [];
  const texts = [];
  const visit = (scope) => {
    for (const element of scope.querySelectorAll('*')) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      if (!isField && !element.isContentEditable) continue;
      const hides = !['', 'none'].includes(getComputedStyle(element).getPropertyValue('-webkit-text-security'));
      const value = isField ? element.value : hides ? element.textContent : '';
      if (value === '') continue;
      const isSecret = hides || element.type === 'password' || /password|one-time-code|cc-/i.test(element.getAttribute('autocomplete') ?? '');
      found.push({ element, isField, hides, value, isSecret });
    }
  };
  visit(root.ownerDocument);
  // Those that hold a secret first: ordinary ones cannot push them out.
  const ordered = found.filter((one) => one.isSecret).concat(found.filter((one) => !one.isSecret));
  const fields = [];
  let isWhole = true;
  let letters = 0;
  for (const { element, isField, hides, value } of ordered) {
    if (fields.length >= MAX_FIELDS || letters + value.length > MAX_LETTERS) { isWhole = false; continue; }
    letters += value.length;
    const words = ['name', 'id', 'placeholder', 'aria-label', 'data-testid'].map((one) => (element.getAttribute(one) ?? '').slice(0, 200));
    for (const label of element.labels ?? []) words.push(label.textContent.slice(0, 200));
    fields.push({
      value, hides, words, name: element.getAttribute('name') ?? '', type: isField ? element.type : 'text',
      autocomplete: element.getAttribute('autocomplete') ?? '', maxLength: Number(element.getAttribute('maxlength') ?? 0),
    });
  }
  if (wantsText) texts.push((root.ownerDocument.body?.innerText ?? '').slice(0, 500000));
  return { time: performance.timeOrigin, lang: (document.documentElement.lang ?? '').slice(0, 2), fields, isWhole, text: texts.join('') };
}

function readElement(named, isFurther = false, isRadio = false) {
  const cut = (text, most) => {
    const line = String(text ?? '').replace(/\s+/g, ' ').trim();
    return line.length > most ? line.slice(0, most) + '…' : line;
  };
  const FRAMES = 'iframe, frame, object, embed, fencedframe, portal';
  const ROLES = ['button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'option', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'treeitem',
    'combobox', 'textbox', 'searchbox', 'spinbutton', 'slider'];
  const KINDS = 'button, input:not([type=hidden]), select, textarea, summary, a[href], area[href], img[usemap], video[controls], audio[controls]';
  const LISTENS = '[onclick], [onmousedown], [onmouseup], [onpointerdown], [onpointerup]';
  const isEditor = (one) => one.isContentEditable === true && parentOf(one)?.isContentEditable !== true;
  const isControl = (one) => one.matches(KINDS) || one.matches(FRAMES) || isEditor(one)
    || (one.getAttribute('role') ?? '').toLowerCase().split(/\s+/).some((role) => ROLES.includes(role));
  // A form's fields may be called 'children' or 'parentElement', and stand in their place.
  const getter = (of, name) => { const { get } = Object.getOwnPropertyDescriptor(of.prototype, name); return (one) => get.call(one); };
  const slotOf = getter(Element, 'assignedSlot');
  const parentOf = getter(Node, 'parentElement');
  const childrenOf = getter(Element, 'children');
  const up = (one) => slotOf(one) ?? parentOf(one) ?? (one.getRootNode() instanceof ShadowRoot ? one.getRootNode().host : null);
  const isRoot = (one) => one === document.body || one === document.documentElement;
  const hasHand = (one) => !isRoot(one) && getComputedStyle(one).cursor === 'pointer';
  // What gets a click on the element: the control that it is or is in, or that its label is for; else what script made of it.
  const receiver = () => {
    for (let one = named; one !== null; one = up(one)) {
      if (isRoot(one)) break;
      if (one instanceof HTMLLabelElement && one.control) return { control: one.control, scope: one };
      if (isControl(one) && !(one !== named && one.matches(FRAMES))) return { control: one.localName === 'option' ? one.closest('select') ?? one : one, scope: one };
    }
    let last = named;
    for (let one = named; one !== null && !isRoot(one); one = up(one)) if (one.matches(LISTENS)) { last = one; break; }
    for (let one = up(last); one !== null && hasHand(last) && hasHand(one); one = up(one)) last = one;
    return { control: last, scope: named };
  };
  const { control: element, scope } = isFurther === true ? { control: named, scope: named } : receiver();
  // A click passes through every native control around it, whatever roles lie between; a label clicks its own.
  const PRESSED = 'button, summary, a[href], area[href], ' + ['submit', 'image', 'reset', 'button', 'checkbox', 'radio', 'file']
    .map((type) => 'input[type=' + type + ' i]').join();
  const pressed = () => {
    const found = new Set();
    const starts = new Set([named]);
    for (const start of starts) {
      let isLeftOut = false;
      for (let one = start; one !== null; one = up(one)) {
        if (one.matches(PRESSED)) found.add(one);
        if (one instanceof HTMLLabelElement && !isLeftOut && one.control) starts.add(one.control);
        isLeftOut = isLeftOut || one.matches(KINDS) || one.matches(FRAMES);
      }
    }
    return [...found].filter((one) => one !== named && one !== element);
  };
  const radios = () => !element.matches('input[type=radio i]') ? [] : [...element.getRootNode().querySelectorAll('input[type=radio i]')]
    .filter((one) => one !== element && one.form === element.form && attribute('name', one) === attribute('name'));
  const isPart = (one) => element instanceof HTMLSelectElement ? /^(?:option|optgroup)$/.test(one.localName)
    : /^(?:combobox|searchbox|textbox|spinbutton)$/.test(element.getAttribute('role') ?? '') && one.matches('input:not([type=password]), textarea');
  // The first frame or control inside it, which a click in its middle may reach.
  const held = () => {
    const isWrapper = !isControl(scope) && !(scope instanceof HTMLLabelElement);
    let left = 3000;
    const search = (root, hand) => {
      for (const one of root instanceof Element ? childrenOf(root) : root.children) {
        if (--left < 0) return 'more than can be looked at';
        if (one !== element && one !== named && !isPart(one)) {
          if (isControl(one)) return one.localName;
          if (isWrapper && (one.matches(LISTENS) || (!hand && hasHand(one)))) return one.localName;
        }
        const inside = (one.shadowRoot && search(one.shadowRoot, hand)) ?? search(one, hand);
        if (inside) return inside;
      }
      return undefined;
    };
    return (scope.shadowRoot && search(scope.shadowRoot, hasHand(scope))) ?? search(scope, hasHand(scope));
  };
  const attribute = (name, of = element) => of.getAttribute(name) ?? undefined;
  const isInput = element instanceof HTMLInputElement;
  const isField = isInput || element instanceof HTMLTextAreaElement;
  const NO_TEXT = ['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'file', 'range', 'color', 'hidden'];
  const link = element.closest('a[href], area[href]');
  const form = element.form instanceof HTMLFormElement ? element.form : element.closest('form');
  const wordsOf = (one) => ['name', 'id', 'placeholder', 'aria-label', 'data-testid'].map((name) => cut(attribute(name, one), 200))
    .concat([...(one.labels ?? [])].map((label) => cut(label.textContent, 200)));
  const hides = !['', 'none'].includes(getComputedStyle(element).getPropertyValue('-webkit-text-security'));
  const SUBMITS = 'button:not([type]), button[type=submit], input[type=submit], input[type=image]';
  const nameOf = (one) => cut(attribute('aria-label', one) ?? (one instanceof HTMLInputElement ? one.value || attribute('alt', one) : one.innerText), 200);
  const ROLE_OF = { a: 'link', area: 'link', button: 'button', summary: 'button', select: 'combobox', textarea: 'textbox', img: 'img' };
  const INPUT_ROLES = { button: 'button', submit: 'button', reset: 'button', image: 'button', file: 'button', checkbox: 'checkbox', radio: 'radio', range: 'slider' };
  const roleOf = (one) => cut(attribute('role', one), 40).toLowerCase().split(' ')[0]
    || (one instanceof HTMLInputElement ? INPUT_ROLES[one.type] ?? 'textbox' : ROLE_OF[one.localName] ?? 'generic');
  // All that it may be called by; a field's value is none of it.
  const calledBy = (one) => {
    const by = cut(attribute('aria-labelledby', one), 500).split(' ').map((id) => id && one.getRootNode().getElementById?.(id)?.textContent);
    const isButton = one instanceof HTMLInputElement && INPUT_ROLES[one.type] === 'button';
    const labels = [...(one.labels ?? [])].map((label) => label.innerText);
    const pictures = [...one.querySelectorAll('img[alt], [aria-label], [title], title')].slice(0, 20)
      .map((inner) => attribute('alt', inner) ?? attribute('aria-label', inner) ?? attribute('title', inner) ?? inner.textContent);
    const own = one.matches('input, textarea, select') ? (isButton ? one.value : '') : one.innerText;
    return cut([...new Set([attribute('aria-label', one), ...by, own, ...labels, attribute('alt', one), attribute('title', one), ...pictures].filter(Boolean))].join(' '), 2000);
  };
  const formFacts = () => {
    const own = element.matches(SUBMITS) ? element : undefined;
    // A field may be called 'elements', and stand in their place.
    const all = [...Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements').get.call(form)];
    const first = all.concat([...form.querySelectorAll('input[type=image]')]).filter((one) => one.matches(SUBMITS))[0];
    const held = (one) => one instanceof HTMLSelectElement ? [...one.selectedOptions].map((option) => option.value).join('\n')
      : one.type === 'file' ? [...one.files].map((file) => file.name + ' ' + file.size).join('\n') : String(one.value ?? '');
    const said = own ?? first;
    const method = (said && attribute('formmethod', said)) ?? attribute('method', form) ?? 'get';
    const action = (said && attribute('formaction', said)) ?? attribute('action', form) ?? '';
    const fields = all.filter((one) => one.matches('input, select, textarea') && one.name && !NO_TEXT.slice(0, 4).includes(one.type)
      && !(['checkbox', 'radio'].includes(one.type) && !one.checked));
    return {
      method: method.toLowerCase(), action: URL.canParse(action, document.baseURI) ? new URL(action, document.baseURI).href : '',
      hasPassword: form.querySelector('input[type=password], [autocomplete~=current-password], [autocomplete~=new-password]') !== null,
      submitName: first === undefined ? '' : nameOf(first), hasSubmit: first !== undefined,
      text: cut(form.innerText, 8000),
      fields: fields.slice(0, 60).map((one) => ({ name: cut(one.name, 100), value: held(one).slice(0, 5000), type: one.type, words: wordsOf(one),
        autocomplete: attribute('autocomplete', one) ?? '', hides: false, maxLength: 0 })),
      moreFields: Math.max(0, fields.length - 60),
      content: JSON.stringify(fields.map((one) => [one.name, held(one), one.disabled])),
    };
  };
  const around = element.closest('dialog, [role=dialog], [role=alertdialog], form, section, article, [role=region]');
  const picture = element.querySelector('svg, img, i, use');
  return {
    tag: element.localName, type: attribute('type')?.toLowerCase(), value: isField ? String(element.value).slice(0, 5000) : undefined,
    href: link ? link.href : undefined, download: link ? link.hasAttribute('download') : false,
    autocomplete: attribute('autocomplete'), words: wordsOf(element), hides, maxLength: Number(attribute('maxlength') ?? 0),
    isSelect: element instanceof HTMLSelectElement,
    // Keys that are typed at a part of it would go where the focus is.
    editable: element === named && ((isField && !(isInput && NO_TEXT.includes(element.type)) && !element.readOnly) || element.isContentEditable),
    disabled: element.disabled === true || element.closest('[aria-disabled=true], fieldset[disabled]') !== null,
    shown: isField ? (isInput && NO_TEXT.includes(element.type) ? cut(element.value, 300) : '') : cut(element.innerText, 300),
    hint: cut([attribute('class'), picture && attribute('class', picture), picture && attribute('src', picture), picture && attribute('href', picture), attribute('title')].filter(Boolean).join(' '), 200),
    editor: element.closest('.CodeMirror, .cm-editor, .monaco-editor, .ace_editor') !== null,
    hasChangeListener: element.hasAttribute('onchange') || element.hasAttribute('oninput') || (form !== null && (form.hasAttribute('onchange') || form.hasAttribute('oninput'))),
    options: element instanceof HTMLSelectElement ? [...element.options].slice(0, 500).map((one) => ({ label: cut(one.label, 200), value: one.value.slice(0, 200) })) : undefined,
    says: around === null || isRadio ? '' : cut(around.innerText, 450),
    form: form === null || isRadio ? undefined : formFacts(),
    isFrame: named.matches(FRAMES), holds: held(),
    also: isFurther === true ? [] : pressed().map((one) => readElement(one, true)),
    radios: isFurther === true ? [] : radios().map((one) => readElement(one, true, true)),
    control: element === named && isFurther !== true ? undefined : { role: roleOf(element), name: calledBy(element) },
    time: performance.timeOrigin,
  };
}
`;
