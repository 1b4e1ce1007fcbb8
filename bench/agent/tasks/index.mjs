import { autocomplete } from './autocomplete.mjs';
import { calendar } from './calendar.mjs';
import { cards } from './cards.mjs';
import { chat } from './chat.mjs';
import { copyPaste } from './copy-paste.mjs';
import { dialog } from './dialog.mjs';
import { icons } from './icons.mjs';
import { inbox } from './inbox.mjs';
import { signIn } from './sign-in.mjs';
import { spinner } from './spinner.mjs';
import { table } from './table.mjs';
import { terminal } from './terminal.mjs';
import { tree } from './tree.mjs';

/** @typedef {import('../types.js').AnyTask} AnyTask */

/** @type {AnyTask[]} */
export const TASKS = [
  prepare(inbox),
  prepare(chat),
  prepare(dialog),
  prepare(cards),
  prepare(calendar),
  prepare(tree),
  prepare(icons),
  prepare(table),
  prepare(autocomplete),
  prepare(terminal),
  prepare(spinner),
  prepare(copyPaste),
  prepare(signIn),
];

/**
 * A task whose goal is known to itself only, so that all of them can stand in one list.
 *
 * @template Goal
 * @param {import('../types.js').Task<Goal>} task
 * @returns {AnyTask}
 */
function prepare(task) {
  return {
    name: task.name,
    make(random, seed) {
      const { body, goal, outcome } = task.make(random, seed);
      return { body, outcome, solve: (agent) => task.solve(agent, goal) };
    },
  };
}
