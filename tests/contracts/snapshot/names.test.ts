import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSnapshotSetup, type SnapshotSetup } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup(50_000);
});
afterAll(async () => {
  await setup.close();
});

/** Elements whose name is worth a comparison: every way that HTML and ARIA have of giving one. */
const CASES = [
  '<button>Plain text</button>',
  '<button>  Folded\n  white   space </button>',
  '<button><b>Bold</b><i>italic</i></button>',
  '<button><span>One</span> <span>Two</span></button>',
  '<button><div>Block</div><div>block</div></button>',
  '<button>Before<br>after</button>',
  '<button aria-label="Label">Text</button>',
  '<button aria-label="">Empty label</button>',
  '<button title="Title only"></button>',
  '<button><img alt="Picture" role="presentation" src="data:,"> text</button>',
  '<button><svg><title>Drawn</title></svg></button>',
  '<button>Shown <span aria-hidden="true">not said</span></button>',
  '<button>Shown <span style="display:none">none</span></button>',
  '<button>Shown <span style="visibility:hidden">none <i style="visibility:visible">again</i></span></button>',
  '<span id="l1">By reference</span><button aria-labelledby="l1">Text</button>',
  '<span id="l2" hidden>Hidden reference</span><button aria-labelledby="l2">Text</button>',
  '<span id="l3">Two</span><span id="l4">references</span><button aria-labelledby="l3 l4">Text</button>',
  '<button id="l5" aria-label="Self" aria-labelledby="l5 l6">Text</button><span id="l6">and other</span>',
  '<a href="/x">Link text</a>',
  '<a href="/x"><img alt="Logo" src="data:,"></a>',
  '<a href="/x" title="Ignored">Text wins</a>',
  '<h2>Heading <em>with</em> emphasis</h2>',
  '<div role="heading" aria-level="3">Role heading</div>',
  '<label>Around <input></label>',
  '<label for="f1">For</label><input id="f1">',
  '<label for="f2">First</label><label for="f2">Second</label><input id="f2">',
  '<input placeholder="Placeholder">',
  '<input title="Title" placeholder="Placeholder">',
  '<input aria-label="Aria" placeholder="Placeholder">',
  '<label><input type="checkbox"> Check <b>this</b></label>',
  '<label><input type="checkbox"> Every <input value="3" aria-label="days"> days</label>',
  '<label><input type="radio"> Pick <select><option>A</option><option selected>B</option></select></label>',
  '<input type="submit">',
  '<input type="submit" value="Send it">',
  '<input type="reset">',
  '<input type="button" value="Press">',
  '<input type="image" alt="Map" src="data:,">',
  '<select aria-label="Choice"><option>A</option></select>',
  '<textarea aria-label="Area">text</textarea>',
  '<img alt="Described" src="data:,">',
  '<img title="Titled" src="data:,">',
  '<fieldset><legend>Group name</legend><input aria-label="x"></fieldset>',
  '<table><caption>Table name</caption><tr><td>1</td></tr></table>',
  '<nav aria-label="Navigation name"><a href="/y">y</a></nav>',
  '<section aria-labelledby="s1"><h3 id="s1">Section name</h3></section>',
  '<div role="dialog" aria-label="Dialog name">x</div>',
  '<div role="tab" tabindex="0">Tab <span>name</span></div>',
  '<div role="menuitem" tabindex="0">Item</div>',
  '<div role="checkbox" tabindex="0" aria-checked="true">Custom check</div>',
  '<div role="slider" tabindex="0" aria-label="Volume" aria-valuenow="3">3</div>',
  '<progress aria-label="Progress" value="1" max="2"></progress>',
  '<details><summary>Summary <b>name</b></summary>x</details>',
  '<style>.p::before{content:"Pre "}.p::after{content:" post"}</style><button class="p">pseudo</button>',
  '<iframe title="Frame name" srcdoc="x"></iframe>',
  '<svg role="img" aria-label="Svg name" width="9" height="9"><path d="M0 0h9v9"/></svg>',
  '<button aria-label="x\u00A0y">No-break</button>',
  '<a href="/x"><span>Nested <span>deep <b>er</b></span></span></a>',
  '<button><slot-less>Custom element</slot-less></button>',
  '<label for="f9">Label <span hidden>hidden part</span></label><input id="f9">',
];

/** Role and name of everything that Chromium's own tree has under `main`, in order. */
async function chromiumSays(): Promise<string[]> {
  const session = await setup.context.newCDPSession(setup.page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.flatMap(({ ignored, role, name }) =>
    ignored || !COMPARED.has(String(role?.value))
      ? []
      : [
          String(name?.value ?? '')
            .replace(/\s+/gu, ' ')
            .trim(),
        ],
  );
}

const COMPARED = new Set(
  'button link heading textbox checkbox radio combobox searchbox image img tab menuitem slider progressbar DisclosureTriangle ComboBoxSelect ComboBoxMenuButton table navigation region dialog Iframe group'.split(
    ' ',
  ),
);
const OURS = new Set(
  'button link heading textbox checkbox radio combobox searchbox img tab menuitem slider progressbar table navigation region dialog iframe group'.split(
    ' ',
  ),
);

interface Node {
  readonly role: string;
  readonly name?: string;
  readonly children?: readonly Node[];
}

function namesIn({ role, name = '', children = [] }: Node): string[] {
  return [...(OURS.has(role) ? [name] : []), ...children.flatMap(namesIn)];
}

describe('names agree with the browser’s own', () => {
  it.each(CASES)('%s', async (markup) => {
    await setup.show(markup);
    const tree = JSON.parse((await setup.view.reader.read({ format: 'tree' })).text) as { children: Node[] };
    const ours = tree.children.flatMap(namesIn).filter((name) => name !== '');
    const theirs = (await chromiumSays()).filter((name) => name !== '');
    expect(theirs).not.toEqual([]);
    for (const name of new Set(theirs)) expect(ours).toContain(name);
  });
});
