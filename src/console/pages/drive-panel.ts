import { csrfField } from './layout.js';
import type { PageFrame } from './layout.js';
import { titleLine } from './live-words.js';
import { exact, markup } from './markup.js';
import type { Markup } from './markup.js';

const KEYS = [
  ['Enter', 'Enter'],
  ['Tab', 'Tab'],
  ['Shift+Tab', 'Tab back'],
  ['Backspace', 'Backspace'],
  ['ArrowUp', 'Up'],
  ['ArrowDown', 'Down'],
  ['Escape', 'Escape'],
] as const;

/** What a person drives with: the page itself under pointer and keys, and a text field where there is no keyboard. */
export function drivePanel(frame: PageFrame, drive: string, path: string, at = '/session'): Markup {
  return markup`<div id="drive" class="drive" data-drive="${exact(drive)}" data-csrf="${frame.csrf}" data-back="${exact(path)}" data-at="${at}">
<div class="drive-bar"><button type="button" class="quiet" data-go="back">Back</button><button type="button" class="quiet" data-go="reload">Reload</button>
<label class="tabs"><span class="unseen">Tab </span><select id="tabs" aria-label="Tab"></select></label>
<form method="post" action="${at}/give" id="give">${csrfField(frame)}<input type="hidden" name="drive" value="${exact(drive)}"><button class="yes">Give back</button></form></div>
${titleLine()}
<div id="screen" class="screen" tabindex="0" role="application" aria-label="The page that you drive" aria-describedby="how"><img alt="The page as it looks now" draggable="false" hidden><p class="blank" data-why>Looking…</p></div>
<p id="how" class="hint">Pointer, wheel, fingers and keys go to the page while it has the focus; Shift and Escape together leave it. Fields for passwords, codes and cards are painted over: what you type into them arrives all the same. A list that drops down is not in the picture: choose with the arrow keys and Enter.</p>
<div id="dialog" class="agent" role="alertdialog" aria-label="A dialog of the page" hidden><p class="whose">The page asks</p><p class="says" id="dialog-says"></p>
<p class="field" id="dialog-text" hidden><label for="dialog-value">Answer</label><input id="dialog-value" autocomplete="off" maxlength="10000"></p>
<div class="buttons"><button type="button" class="yes" data-dialog="yes">OK</button><button type="button" class="no" data-dialog="no">Cancel</button></div></div>
<form id="typing" class="typing" autocomplete="off"><p class="field"><label for="typed">Type into the page</label><input id="typed" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="10000"></p>
<button class="yes">Type</button><label class="choice"><input type="checkbox" id="unseen-typing"> <span>Hide what I type</span></label></form>
<div class="buttons" role="group" aria-label="Keys">${KEYS.map(([key, words]) => markup`<button type="button" class="quiet" data-key-press="${key}">${words}</button>`)}</div>
</div>`;
}
