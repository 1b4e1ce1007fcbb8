import type { PageCanvas } from './page-canvas.js';
import type { OptInPart } from './opt-in-part.js';
import type { PageActions, PageFiles, PageNavigation, PageReads, PageSettings } from './page.js';

/** The browser as tools see it: one tab of one session, for the time of one call. */
export interface Page extends PageReads, PageNavigation, PageActions, PageSettings, PageFiles, OptInPart, PageCanvas {}
