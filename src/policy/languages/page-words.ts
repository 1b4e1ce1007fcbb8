import { LANGUAGES, listWords } from './index.js';

/** What the program in the page and the snapshot know of all languages; scripts/bundle-in-page.mjs writes it for them. */
export function pageWords() {
  return {
    total: listWords(({ amounts }) => amounts?.total),
    currency: listWords(({ amounts }) => amounts?.currency),
    checkout: listWords(({ paths }) => paths?.checkout),
    clock: listWords(({ clock }) => clock),
    codeBoxes: listWords(({ secrets }) => secrets?.codeBoxes),
    named: listWords(({ secrets }) => secrets?.named),
    password: listWords(({ secrets }) => secrets?.password),
    code: listWords(({ secrets }) => secrets?.code),
    card: listWords(({ secrets }) => secrets?.card),
    injections: LANGUAGES.flatMap(({ injections = [] }) => injections),
  };
}
