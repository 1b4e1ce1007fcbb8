import type { StoppedCaller } from '../../gateway/gateway.js';
import { csrfField } from './layout.js';
import type { PageFrame } from './layout.js';
import { exact, markup } from './markup.js';
import type { Markup } from './markup.js';
import type { SessionPlace } from './session-path.js';
import { foreign, shownOwner } from './words.js';

/** Which session a form is about. */
export function placeFields({ server, principal, client, session }: SessionPlace): Markup {
  return markup`<input type="hidden" name="server" value="${exact(server)}"><input type="hidden" name="principal" value="${exact(principal)}">${
    client !== undefined && markup`<input type="hidden" name="client" value="${exact(client)}">`
  }<input type="hidden" name="session" value="${exact(session)}">`;
}

/** Stop and Pause, or Resume; without a question, since each can be undone from the same place. */
export function holdButtons(frame: PageFrame, place: SessionPlace, isPaused: boolean, back: string): Markup {
  const form = (action: string, style: string, words: string): Markup =>
    markup`<form method="post" action="${action}">${csrfField(frame)}${placeFields(place)}<input type="hidden" name="back" value="${exact(back)}"><button class="${style}" aria-label="${words} ${place.session} of ${shownOwner(place)}">${words}</button></form>`;
  return markup`<div class="buttons">${isPaused ? form('/now/resume', 'yes', 'Resume') : form('/now/pause', 'quiet', 'Pause')}${form('/now/stop', 'stop', 'Stop')}</div>`;
}

/** The callers that are stopped, with the button that undoes it. */
export function stoppedBox(frame: PageFrame, server: string, stopped: readonly StoppedCaller[]): Markup {
  return markup`${stopped.map(
    ({ principal, by }) => markup`<div class="notice refused row" role="status"><p>${
      principal === undefined ? 'Everybody is stopped' : markup`${foreign(principal, 60)} is stopped`
    } (by ${foreign(by, 60)}): no session is opened.</p>
<form method="post" action="/now/resume">${csrfField(frame)}<input type="hidden" name="server" value="${exact(server)}">${
      principal !== undefined && markup`<input type="hidden" name="principal" value="${exact(principal)}">`
    }<button class="yes">Resume</button></form></div>`,
  )}`;
}
