import type { Egress, ElementTarget, SecretRegistry, StateStore } from '../../core/index.js';
import type { PermitContent } from '../../core/seals/permit-open.js';
import type { Session } from './session.js';
import type { Tab } from './tab.js';
import type { LocatedElement } from '../dom/host/tab-view.js';

/** For the capability `storage`. */
export interface StorageRules {
  /** The operator lets the model see values; never those of the vault. */
  readonly revealValues: boolean;
  /** Absent: no state is kept. */
  readonly states?: StateStore | undefined;
}

/** What a Page is made of: one tab of one session, under one permit, for the time of one call. */
export interface PageDeps {
  readonly session: Session;
  readonly tab: Tab;
  readonly permit: PermitContent;
  readonly seen: ReadonlyMap<ElementTarget, LocatedElement>;
  readonly signal: AbortSignal;
  readonly secrets: SecretRegistry;
  readonly egress?: Pick<Egress, 'counts'>;
  readonly mayVisit: (url: string) => boolean;
  readonly storage: StorageRules;
  readonly defaults: {
    readonly maxTokens: number;
    /** How long a navigation may take; must end before the call does. */
    readonly navigationMs?: number;
  };
}
