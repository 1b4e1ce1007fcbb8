/** A tab that the browser shows us comes at most so long before or after its page says that it opens one. */
const TOGETHER_MS = 2000;

/**
 * A click with the middle button or with a key opens a tab that has no opener. The page it came from says that it asks
 * for one, and where it shall go: by that such a tab is told from one that the person opened.
 */
export class AnnouncedTabs {
  #announced: { readonly url: string; readonly at: number }[] = [];

  announce(url: string): void {
    this.#announced = [...this.#fresh(), { url, at: Date.now() }];
  }

  /** Is it one of those? Each is one only once. An address that is not known yet may be any. */
  claim(url: string): boolean {
    const found = this.#fresh().find((one) => url === '' || url === 'about:blank' || isSame(one.url, url));
    this.#announced = this.#fresh().filter((one) => one !== found);
    return found !== undefined;
  }

  #fresh() {
    return this.#announced.filter(({ at }) => Date.now() - at < TOGETHER_MS);
  }
}

function isSame(one: string, other: string): boolean {
  return one.replace(/#.*$/su, '') === other.replace(/#.*$/su, '');
}
