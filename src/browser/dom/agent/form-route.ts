import { cut } from './cut-text.js';
import { attribute, baseUri, documentQueryAll } from './dom-primordials.js';
import { fieldsDigest, TOKEN } from './sent-fields.js';

const MAX_SHOWN_QUERY = 300;

/** Where a form is sent and how. */
export interface FormRoute {
  readonly method: 'get' | 'post' | 'dialog';
  /** Origin and path. */
  readonly action: string;
  /** With its question mark; values named as a token are left out. */
  readonly query?: string;
  /** Characters of the query that are not in `query`. */
  readonly queryMore?: number;
  /** How the fields are written, where it is not the usual way. */
  readonly encoding?: string;
  /** The window or frame that the answer goes to. */
  readonly target?: string;
  /** Over all of it, the whole address included. */
  readonly routeDigest: string;
}

/** The button that is pressed overrules its form, attribute by attribute (HTML 4.10.19.6). */
export function formRoute(form: Element, pressed: Element | undefined): FormRoute {
  const said = (name: string): string | null =>
    (pressed === undefined ? null : attribute(pressed, `form${name}`)) ?? attribute(form, name);
  const lower = (said('method') ?? 'get').toLowerCase();
  const method = lower === 'post' || lower === 'dialog' ? lower : 'get';
  const url = actionUrl(said('action') ?? '');
  // A form that is sent by get writes its fields in the place of the query.
  const query = method === 'post' ? (url?.search ?? '') : '';
  const shown = withoutTokens(query);
  const encoding = said('enctype')?.toLowerCase();
  const target = said('target') ?? baseTarget();
  const how = [method, encoding ?? '', target ?? '', attribute(form, 'accept-charset') ?? ''];
  return {
    method,
    action: url === undefined ? 'invalid' : url.origin === 'null' ? url.protocol : url.origin + url.pathname,
    ...(shown === '' ? {} : { query: cut(shown, MAX_SHOWN_QUERY) }),
    ...(shown.length > MAX_SHOWN_QUERY ? { queryMore: shown.length - MAX_SHOWN_QUERY } : {}),
    ...(encoding === undefined ? {} : { encoding: cut(encoding, 60) }),
    ...(target === null ? {} : { target: cut(target, 60) }),
    routeDigest: fieldsDigest([...how, url?.origin ?? '', url?.protocol ?? '', url?.pathname ?? '', query]),
  };
}

/** The window of every form and link that names none (HTML 4.2.3). */
export function baseTarget(): string | null {
  const base = documentQueryAll(document, 'base[target]')[0];
  return base === undefined ? null : attribute(base, 'target');
}

function actionUrl(action: string): URL | undefined {
  const base = baseUri(document);
  const said = action === '' ? location.href : action;
  return URL.canParse(said, base) ? new URL(said, base) : undefined;
}

function withoutTokens(query: string): string {
  return query.replace(/([?&])([^=&]*)=[^&]*/gu, (pair, before: string, name: string) =>
    TOKEN.test(name) ? `${before}${name}=…` : pair,
  );
}
