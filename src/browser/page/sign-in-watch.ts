import type { SignInRecipe } from '../../core/index.js';
import type { Account } from '../identity/account.js';
import type { Seen } from '../tab-view.js';
import { ifInTime } from './call-time.js';
import { nextChange } from './devtools.js';
import type { PageDeps } from './page-deps.js';
import { originOf } from './shown-url.js';

/** How long a page that should have the form, and has no field yet, is waited for: many draw it by script. */
const FORM_MS = 3_000;
const LOOK_MS = 3_000;
const CHANGE_MS = 500;

export type FormField = 'username' | 'password' | 'code';
export const FORM_FIELDS: readonly FormField[] = ['username', 'password', 'code'];

/** What a tab shows of a site's form, seen with the operator's selectors, in the top document alone. */
export class FormWatch {
  readonly account: Account;
  readonly recipe: SignInRecipe;
  readonly #deps: PageDeps;

  /** Undefined: there is no recipe. */
  static for(deps: PageDeps, account: Account): FormWatch | undefined {
    const { recipe } = account.identity;
    return recipe === undefined ? undefined : new FormWatch(deps, account, recipe);
  }

  private constructor(deps: PageDeps, account: Account, recipe: SignInRecipe) {
    this.#deps = deps;
    this.account = account;
    this.recipe = recipe;
  }

  get isOnSite(): boolean {
    return this.account.identity.origins.includes(originOf(this.#deps.tab.page.url()));
  }

  /** The address of the form counts when a field comes within its time; elsewhere one must be there. */
  async isAtForm(): Promise<boolean> {
    const end = Date.now() + FORM_MS;
    for (;;) {
      if (!this.isOnSite || (await this.isSignedIn())) return false;
      const fields = await this.fields();
      if (fields.has('username') || fields.has('password')) return true;
      if (!this.#isAtAddress() || Date.now() > end) return false;
      await this.nextChange();
    }
  }

  #isAtAddress(): boolean {
    const [here, form] = [this.#deps.tab.page.url(), this.recipe.url].map((url) => new URL(url));
    return here?.origin === form?.origin && here?.pathname === form?.pathname;
  }

  /** By what is there only for somebody who is signed in. False where the recipe does not name it. */
  async isSignedIn(): Promise<boolean> {
    const { signedIn } = this.recipe;
    if (signedIn === undefined || !this.isOnSite) return false;
    return (await ifInTime(LOOK_MS, this.#deps.tab.view.findInTop(signedIn, 'any'))) !== undefined;
  }

  /** The fields that can be seen now. */
  async fields(): Promise<ReadonlyMap<FormField, Seen>> {
    const found = new Map<FormField, Seen>();
    if (!this.isOnSite) return found;
    for (const field of FORM_FIELDS) {
      const seen = await this.find(this.recipe[field]);
      if (seen !== undefined) found.set(field, seen);
    }
    return found;
  }

  find(selector: string | undefined): Promise<Seen | undefined> {
    if (selector === undefined) return Promise.resolve(undefined);
    return ifInTime(LOOK_MS, this.#deps.tab.view.findInTop(selector));
  }

  async nextChange(): Promise<void> {
    await ifInTime(CHANGE_MS * 2, nextChange(this.#deps.tab.page, CHANGE_MS));
  }
}
