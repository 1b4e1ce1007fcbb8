/** What a person types to start this program; the process says so once, at its start. */
let command = 'gatewright';

export function setOwnCommand(typed: string): void {
  command = typed;
}

/** `ownCommand('doctor')` is `gatewright doctor`, or `npx gatewright doctor`, or `node …/gatewright.js doctor`. */
export function ownCommand(rest: string): string {
  return rest === '' ? command : `${command} ${rest}`;
}

const SUBCOMMAND =
  /\bgatewright (?=(?:add|approvals|audit|chrome|config|console|doctor|explain|init|install-browser|network|profiles|resume|serve|sessions|stop|token|vault)\b)/gu;

/** The same for a sentence of ours that names a command, e.g. of the error table. Never for text from elsewhere. */
export function withOwnCommand(sentence: string): string {
  return command === 'gatewright' ? sentence : sentence.replace(SUBCOMMAND, () => `${command} `);
}
