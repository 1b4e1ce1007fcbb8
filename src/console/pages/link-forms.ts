import { placeFields } from './hold-forms.js';
import { csrfField } from './layout.js';
import type { PageFrame } from './layout.js';
import { exact, markup } from './markup.js';
import type { Markup } from './markup.js';
import type { SessionPlace } from './session-path.js';
import { shownOwner } from './words.js';

/** The buttons that make a link for another device. */
function linkForm(frame: PageFrame, fields: Markup, what: string): Markup {
  return markup`<form method="post" action="/hand/new" class="link-form">${csrfField(frame)}${fields}<button class="quiet" aria-label="Link for a phone, ${what}">Link for a phone</button></form>`;
}

export function questionLinkForm(frame: PageFrame, server: string, id: string): Markup {
  const fields = markup`<input type="hidden" name="server" value="${exact(server)}"><input type="hidden" name="question" value="${exact(id)}">`;
  return linkForm(frame, fields, `for question ${id}`);
}

export function sessionLinkForm(frame: PageFrame, place: SessionPlace): Markup {
  return linkForm(frame, placeFields(place), `for the session ${place.session} of ${shownOwner(place)}`);
}
