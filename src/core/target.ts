/** How the agent names an element: exactly one of these. */
export type Locator =
  | { readonly by: 'ref'; readonly ref: string }
  | { readonly by: 'role'; readonly role?: string; readonly name?: string; readonly index?: number }
  | { readonly by: 'selector'; readonly selector: string }
  | { readonly by: 'named'; readonly named: string }
  | { readonly by: 'coords'; readonly x: number; readonly y: number }
  /** One word for an element: a name given with name_ref if there is such a one, else the element's own name. */
  | { readonly by: 'text'; readonly text: string }
  /** Named in one way, and said to have this role and name: refused if it has another. */
  | { readonly by: 'described'; readonly at: Locator; readonly role?: string; readonly name?: string }
  /** Where a key would go: the focused element, or the page's body. */
  | { readonly by: 'focus' };

export type ElementIntent =
  'look' | 'click' | 'hover' | 'type' | 'press' | 'select' | 'drag' | 'scroll' | 'upload' | 'script';

/**
 * What a call touches. A tool declares its targets before anything runs; policy judges them,
 * and a Page refuses to touch anything that was not declared.
 */
export type Target =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'element'; readonly at: Locator; readonly intent: ElementIntent; readonly text?: string }
  /** The current page as a whole. */
  | {
      readonly kind: 'page';
      readonly text?: string;
      /** A tool of the page that would be run, by its name. */
      readonly pageTool?: string;
    }
  /** The session's own settings; no page is read or changed. `text` is what every page of it will be told. */
  | {
      readonly kind: 'session';
      readonly text?: string;
      /** An extension that would be installed, by its path. */
      readonly extension?: string;
    };

export type ElementTarget = Extract<Target, { kind: 'element' }>;
export type UrlTarget = Extract<Target, { kind: 'url' }>;
