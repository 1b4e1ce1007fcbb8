import type { SignInRecipe } from '../../core/index.js';
import type { Account } from './account.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import { ifInTime } from './call-time.js';
import { nextChange } from '../cdp/page-cdp-session.js';
import type { PageDeps } from './page-deps.js';
import { originOf } from './shown-url.js';
import { detectSignInForm, SIGN_IN_PATH } from './detect-sign-in-form.js';

/** How long a page that should have the form, and has no field yet, is waited for: many draw it by script. */
const FORM_MS = 3_000;
const READ_MS = 3_000;
const CHANGE_MS = 500;

export type FormField = 'username' | 'password' | 'code';
export const FORM_FIELDS: readonly FormField[] = ['username', 'password', 'code'];

/** The parts of the form that can be seen now. */
export interface FormParts {
  readonly fields: ReadonlyMap<FormField, LocatedElement>;
  /** Looked up when all fields are filled in: what a button would send is part of what it is. */
  readonly submit: () => Promise<LocatedElement | undefined>;
}

const NOTHING_GIVEN: ReadonlySet<FormField> = new Set();

/**
 * A site's sign-in form in a tab, in the top document alone: by the operator's selectors where there is a recipe, else
 * by its usual shape.
 */
export class FormWatch {
  readonly account: Account;
  readonly #recipe: SignInRecipe | undefined;
  readonly #deps: PageDeps;
  #formUrl: string;
  #isOtherForm = false;
  #hasStrangeForm = false;

  /** Undefined: there is neither a recipe nor a password to fill in. */
  static for(deps: PageDeps, account: Account): FormWatch | undefined {
    const { recipe, password, username } = account.identity;
    const canFill = recipe !== undefined || (password !== undefined && username !== undefined);
    return canFill ? new FormWatch(deps, account) : undefined;
  }

  private constructor(deps: PageDeps, account: Account) {
    this.#deps = deps;
    this.account = account;
    this.#recipe = account.identity.recipe;
    this.#formUrl = this.#recipe?.url ?? '';
  }

  get isOnSite(): boolean {
    return this.account.identity.origins.includes(originOf(this.#deps.tab.page.url()));
  }

  /** Where the form is, as far as it is known. */
  get formUrl(): string {
    return this.#formUrl;
  }

  /** A password field was there, in a form that nothing is filled into by itself. */
  get hasStrangeForm(): boolean {
    return this.#hasStrangeForm;
  }

  /** Nothing more is asked for. A page between two steps has no field either, so a form known by its shape must have got the password. */
  isOver(fields: FormParts['fields'], given: ReadonlySet<FormField>): boolean {
    if (fields.size > 0 || !this.isOnSite) return false;
    return this.#recipe === undefined ? given.has('password') : this.#recipe.signedIn === undefined;
  }

  /** The address of the form counts when a field comes within its time; elsewhere one must be there. */
  async isAtForm(): Promise<boolean> {
    const end = Date.now() + FORM_MS;
    for (;;) {
      if (!this.isOnSite || (await this.isSignedIn())) return false;
      const { fields } = await this.parts();
      if (fields.has('username') || fields.has('password')) {
        if (this.#recipe === undefined) this.#formUrl = this.#deps.tab.page.url();
        return true;
      }
      if (this.#isOtherForm || !this.#isAtAddress() || Date.now() > end) return false;
      await this.nextChange();
    }
  }

  #isAtAddress(): boolean {
    const here = new URL(this.#deps.tab.page.url());
    if (this.#recipe === undefined) return SIGN_IN_PATH.test(here.pathname);
    const form = new URL(this.#recipe.url);
    return here.origin === form.origin && here.pathname === form.pathname;
  }

  /** By what is there only for somebody who is signed in. False where the recipe does not name it. */
  async isSignedIn(): Promise<boolean> {
    const signedIn = this.#recipe?.signedIn;
    if (signedIn === undefined || !this.isOnSite) return false;
    return (await ifInTime(READ_MS, this.#deps.tab.view.findInTop(signedIn, 'any'))) !== undefined;
  }

  async parts(given: ReadonlySet<FormField> = NOTHING_GIVEN): Promise<FormParts> {
    const found = new Map<FormField, LocatedElement>();
    if (!this.isOnSite) return { fields: found, submit: () => Promise.resolve(undefined) };
    const recipe = this.#recipe ?? (await this.#usualRecipe(given));
    for (const field of FORM_FIELDS) {
      const seen = await this.#find(recipe[field]);
      if (seen !== undefined) found.set(field, seen);
    }
    return { fields: found, submit: () => this.#find(recipe.submit) };
  }

  /**
   * A form is filled in by its shape only where it asks who one is, or has been told in this sign-in: a page that asks
   * for a password alone may be about to delete the account.
   */
  async #usualRecipe(given: ReadonlySet<FormField>): Promise<Partial<SignInRecipe>> {
    const form = await ifInTime(READ_MS, detectSignInForm(this.#deps.tab.page));
    if (form === undefined) return {};
    const { username, password, code, submit, isForSignIn } = form;
    this.#isOtherForm = given.size === 0 && (!isForSignIn || username === undefined);
    this.#hasStrangeForm = this.#isOtherForm && password !== undefined;
    if (this.#isOtherForm) return {};
    return {
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      ...(code === undefined || !(given.has('password') || password !== undefined) ? {} : { code }),
      ...(submit === undefined ? {} : { submit }),
    };
  }

  #find(selector: string | undefined): Promise<LocatedElement | undefined> {
    if (selector === undefined) return Promise.resolve(undefined);
    return ifInTime(READ_MS, this.#deps.tab.view.findInTop(selector));
  }

  async nextChange(): Promise<void> {
    await ifInTime(CHANGE_MS * 2, nextChange(this.#deps.tab.page, CHANGE_MS));
  }
}
