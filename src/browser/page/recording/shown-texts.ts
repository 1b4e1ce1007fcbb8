import { createHash } from 'node:crypto';
import type { FindSecrets } from '../../dom/host/tab-view.js';
import { countShownSecrets } from '../../dom/host/shown-secrets.js';
import type { Tab } from '../tab.js';

const MAX_CHARACTERS = 16_000_000;

/** What tabs say in the text that is laid out, each text kept once. */
export class ShownTexts {
  readonly #known = new Map<string, string>();
  #characters = 0;

  /** Undefined: there is too much of it to keep. */
  async of(tab: Tab): Promise<readonly string[] | undefined> {
    const texts: string[] = [];
    const collect: FindSecrets = Object.assign(
      (text: string) => {
        texts.push(text);
        return [];
      },
      { inPieces: () => new Set<number>() },
    );
    await countShownSecrets(tab.view, collect);
    const kept = texts.map((text) => this.#kept(text));
    return kept.every((text) => text !== undefined) ? kept : undefined;
  }

  #kept(text: string): string | undefined {
    const digest = createHash('sha256').update(text).digest('base64');
    const known = this.#known.get(digest);
    if (known !== undefined) return known;
    if (this.#characters + text.length > MAX_CHARACTERS) return undefined;
    this.#characters += text.length;
    this.#known.set(digest, text);
    return text;
  }
}
