import { csrfField } from './layout.js';
import type { PageFrame } from './layout.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';
import { foreign } from './words.js';

/** A call that an agent might make, as a person describes it. */
export interface Trial {
  /** Where it goes, or the page that it acts on. */
  readonly url: string;
  readonly tool: string;
  readonly role: string;
  readonly name: string;
  /** Further arguments, as JSON. */
  readonly args: string;
}

export interface Tried extends Trial {
  /** What each running server says; without one, what the configuration says. */
  readonly answers: readonly TriedAnswer[];
}

interface TriedAnswer {
  /** The server; undefined: none runs, and the configuration was asked. */
  readonly by: string | undefined;
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly rule: string;
  readonly reason: string;
  readonly addresses: readonly { readonly address: string; readonly class: string }[];
  readonly hint?: string | undefined;
}

const OPENED = { allow: 'Would be opened', ask: 'A person would be asked', deny: 'Would be refused' } as const;
const DONE = { ...OPENED, allow: 'Would be done' } as const;
const TOOLS = [
  'browser_navigate',
  'browser_click',
  'browser_type',
  'browser_fill',
  'browser_press',
  'browser_select',
  'browser_choose_option',
  'browser_upload',
  'browser_download',
  'browser_snapshot',
  'web_fetch',
  'eval_js',
];
const ROLES = ['button', 'link', 'textbox', 'combobox', 'checkbox', 'menuitem', 'searchbox', 'tab'];

export function tryForm(frame: PageFrame, trial: Trial): Markup {
  const { url, tool, role, name, args } = trial;
  return markup`<form method="post" action="/allowed/try" class="try">${csrfField(frame)}<label for="url">Address</label>
<div class="pair"><input id="url" name="url" type="text" inputmode="url" autocomplete="off" spellcheck="false" maxlength="2000" placeholder="https://example.com/" value="${url}"><button class="yes">Try</button></div>
<div class="grid-fields">${word('tool', 'Tool', tool, TOOLS, 'opens the address')}${word('role', 'Role of the element', role, ROLES, 'button')}${word('name', 'Its label', name, undefined, 'Pay now')}</div>
<details class="more"${args !== '' && markup` open`}><summary>Further arguments</summary><p class="field"><label for="args">JSON, as the agent would send it</label><textarea id="args" name="args" spellcheck="false" maxlength="10000" placeholder="{&quot;method&quot;:&quot;POST&quot;}">${args}</textarea></p></details>
<p class="hint">Nothing is opened or pressed. Each running server judges it as it would judge an agent’s call; where none runs, the configuration of this workspace does. With a role or label it is judged as if the page at the address had such an element. A name that is allowed is looked up.</p></form>`;
}

export function verdictBox(tried: Tried, answer: TriedAnswer): Markup {
  const { by, verdict: kind, rule, reason, addresses, hint } = answer;
  const { url, tool, role, name } = tried;
  const words = tool === '' && role === '' && name === '' ? OPENED : DONE;
  const element = [role, name === '' ? '' : `“${name}”`].filter((part) => part !== '').join(' ');
  return markup`<div class="verdict ${kind}" role="status"><p class="big">${words[kind]}</p>
<dl class="rows"><div><dt>judged by</dt><dd>${by === undefined ? 'the configuration; no server is running' : `server ${by}`}</dd></div>${
    tool !== '' && markup`<div><dt>tool</dt><dd>${foreign(tool, 100)}</dd></div>`
  }${element !== '' && markup`<div><dt>element</dt><dd>${foreign(element, 300)}</dd></div>`}${
    url !== '' && markup`<div><dt>address</dt><dd>${foreign(url, 300)}</dd></div>`
  }<div><dt>rule</dt><dd><strong>${foreign(rule, 100)}</strong></dd></div><div><dt>reason</dt><dd>${foreign(reason, 500)}</dd></div>
${addresses.map(({ address, class: what }) => markup`<div><dt>resolves to</dt><dd>${address}, ${what}</dd></div>`)}
${hint !== undefined && markup`<div><dt>hint</dt><dd>${foreign(hint, 500)}</dd></div>`}</dl></div>`;
}

/** The same form, filled in, for another operator: they press the button themselves. */
export function tryLink({ url, tool, role, name, args }: Trial): Markup {
  const given = Object.entries({ url, tool, role, name, args }).filter(([, value]) => value !== '');
  const path = `/allowed?${new URLSearchParams(given).toString()}`;
  return markup`<p class="copies"><button type="button" class="quiet copy" data-copies data-link="${path}" hidden>Copy link with these fields</button></p>`;
}

function word(
  id: string,
  label: string,
  value: string,
  known: readonly string[] | undefined,
  placeholder: string,
): Markup {
  const list = known !== undefined && markup` list="${id}-list"`;
  return markup`<p class="field"><label for="${id}">${label}</label><input id="${id}" name="${id}" type="text" value="${value}" placeholder="${placeholder}" autocomplete="off" spellcheck="false" maxlength="200"${list}>${
    known !== undefined &&
    markup`<datalist id="${id}-list">${known.map((each) => markup`<option value="${each}">`)}</datalist>`
  }</p>`;
}
