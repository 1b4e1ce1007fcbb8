import type { ElementFacts, KeptSecret, Locator, PersonInput } from '../../core/index.js';
import { ifInTime } from '../page/call-time.js';

type Typed = Omit<KeptSecret, 'name'>;

/** All that is asked of a tab: where the keys go. */
export interface FocusedTab {
  readonly view: {
    locate(locator: Locator): Promise<{
      readonly node: number;
      readonly facts: Pick<ElementFacts, 'document' | 'frameOrigin' | 'sensitive'>;
    }>;
  };
}

/** A page that does not say where the focus is gets the keys all the same. */
const FOCUS_MS = 500;

/**
 * What a person types into a password, one-time-code or card field while they drive is a secret from then on: a page
 * that prints it afterwards shows it to nobody. Kept before the page can send it anywhere.
 */
export class TypedSecrets {
  readonly #keep: (secret: Typed) => void;
  #field: { readonly key: string; readonly origins: readonly string[]; readonly isCode: boolean } | undefined;
  #text = '';

  constructor(keep: (secret: Typed) => void) {
    this.#keep = keep;
  }

  async before(input: PersonInput, tab: FocusedTab | undefined): Promise<void> {
    if (input.kind === 'move' || input.kind === 'wheel' || input.kind === 'release') return;
    if (input.kind === 'key' && input.key === 'Backspace') {
      this.#text = Array.from(this.#text).slice(0, -1).join('');
      return;
    }
    if (input.kind !== 'text' || tab === undefined) {
      this.flush();
      return;
    }
    const seen = await ifInTime(FOCUS_MS, tab.view.locate({ by: 'focus' }));
    const key = seen === undefined ? undefined : `${seen.facts.document} ${String(seen.node)}`;
    if (key !== this.#field?.key) this.flush();
    if (seen?.facts.sensitive === undefined || key === undefined) return;
    this.#field = { key, origins: [seen.facts.frameOrigin], isCode: seen.facts.sensitive === 'one-time-code' };
    this.#text += input.text;
  }

  /** The field is left, or changed in a way that cannot be followed. */
  flush(): void {
    const [field, value] = [this.#field, this.#text];
    this.#field = undefined;
    this.#text = '';
    if (field === undefined || value === '') return;
    try {
      this.#keep({ value, origins: field.origins, ...(field.isCode ? { use: 'code' } : {}), unnamed: true });
    } catch {
      // No code that could be told from other text: masking it would mask everything.
    }
  }
}
