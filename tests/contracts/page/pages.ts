import { html } from '../../fixtures/site.js';
import type { Pages } from '../../fixtures/site.js';

/** A place where a page notes what it heard. */
export const SAY = `<script>const say = (text) => { out.textContent += '|' + text; }</script><p id=out></p>`;

/** A form with a field of every kind. */
export const FIELDS: Pages = {
  '/fields': html(`${SAY}<form action="/sent" onsubmit="say('submitted')">
      <label>Name <input name=name value=Ann></label>
      <label>Story <textarea name=story>One</textarea></label>
      <label>Count <input type=number name=count></label>
      <label>Day <input type=date name=day></label>
      <label>Hour <input type=time name=hour></label>
      <label>Loud <input type=range name=loud min=0 max=10 value=5></label>
      <label>Agree <input type=checkbox name=agree></label>
      <label>Red <input type=radio name=colour value=red></label>
      <label>Blue <input type=radio name=colour value=blue checked></label>
      <label>City <select name=city><option value=b>Berlin</option><option value=r>Rome</option></select></label>
      <select aria-label=Fruit name=fruit multiple><option>Apple</option><option>Pear</option><option>Plum</option></select>
      <label>Secret <input type=password name=secret></label>
      <label>Fixed <input name=fixed disabled></label>
      <div contenteditable role=textbox aria-label=Note>old <b>note</b></div><button>Send</button></form>
      <script>addEventListener('keydown', () => { keys++; }); let keys = 0;
        addEventListener('input', (e) => say((e.target.value ?? e.target.innerText).slice(-20) + '#' + keys));</script>`),
  '/letter': html(
    `<h1>Mail</h1><iframe sandbox="allow-scripts" srcdoc="<input aria-label='Password please'>"></iframe>`,
  ),
  '/sent': html('<h1>Sent</h1>'),
};
