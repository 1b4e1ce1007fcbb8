import { PEOPLE } from '../random.mjs';

/**
 * The address first, then, on a page of its own, the password; every second seed has a short one.
 *
 * @type {import('../types.js').Task<{ email: string, password: string }>}
 */
export const signIn = {
  name: 'two-step sign-in',
  make(random, seed) {
    const email = `${random.pick(PEOPLE).toLowerCase().replace(' ', '.')}@example.com`;
    const long = `${random.words(1)}-${random.words(1)}-${String(1000 + random.below(9000))}`;
    const password = seed % 2 === 0 ? long : String(1000 + random.below(9000));
    const body = `<h1>Sign in</h1><form id="first"><label>E-mail <input name="email" type="email" autocomplete="username"></label> <button>Next</button></form>
<form id="second" hidden><p id="who"></p><label>Password <input id="password" type="password" autocomplete="current-password"></label> <button>Sign in</button></form><p id="end"></p>
<script>const email = new URLSearchParams(location.search).get('email');
if (email !== null) { byId('first').hidden = true; byId('second').hidden = false; byId('who').textContent = email; }
byId('second').onsubmit = (event) => { event.preventDefault(); report({ email, password: byId('password').value }); byId('second').hidden = true; byId('end').textContent = 'Welcome'; };</script>`;
    return { body, goal: { email, password }, outcome: { email, password } };
  },
  async solve(agent, { email, password }) {
    await agent.open();
    await agent.type({ roles: /textbox/u, text: /E-mail/u }, email, { submit: true, look: true });
    await agent.typePassword({ roles: /textbox/u, text: /Password/u }, password);
    await agent.click({ roles: /button/u, text: /^Sign in$/u });
  },
};
