import { asScript, literally } from '../make-page.mjs';
import { PEOPLE } from '../random.mjs';

/**
 * Twenty mails in a box that shows eight of them; opening one replaces the list.
 *
 * @type {import('../types.js').Task<{ subject: string }>}
 */
export const inbox = {
  name: 'inbox',
  make(random) {
    const mails = random.shuffle(PEOPLE).map((from, i) => ({ from, subject: `${random.words(3)} ${String(i + 10)}` }));
    const { subject } = random.pick(mails);
    const body = `<header><h1>Mail</h1><nav><a href="#inbox">Inbox</a> <a href="#sent">Sent</a> <a href="#drafts">Drafts</a></nav></header>
<main id="main"></main><style>.list { height: 260px; overflow-y: auto } .mail { display: flex; gap: 9px; cursor: pointer; padding: 5px }</style>
<script>const mails = ${asScript(mails)};
function showList() {
  const rows = mails.map((mail) => make('div', { className: 'mail', onclick: () => showMail(mail) }, make('b', {}, mail.from), make('span', {}, mail.subject)));
  byId('main').replaceChildren(make('div', { className: 'list' }, ...rows));
}
function showMail(mail) {
  const archive = () => { report({ archived: mail.subject }); mails.splice(mails.indexOf(mail), 1); showList(); };
  byId('main').replaceChildren(make('h2', {}, mail.subject), make('p', {}, 'From ' + mail.from), make('p', {}, 'Hello, the ' + mail.subject + ' is ready. Best wishes, ' + mail.from),
    make('button', { onclick: showList }, 'Back'), make('button', {}, 'Reply'), make('button', { onclick: archive }, 'Archive'));
}
showList();</script>`;
    return { body, goal: { subject }, outcome: { archived: subject } };
  },
  async solve(agent, { subject }) {
    await agent.open();
    await agent.click({ text: literally(subject) }, { look: true });
    await agent.click({ roles: /button/u, text: /^Archive$/u }, { isNew: true });
  },
};
