/** What an agent is asked to tell its user, said to that user. */
export function addressPerson(sentence: string): string {
  return sentence.replace(/\bTell the (?:user|operator) to (\w)/gu, (_, letter: string) => letter.toUpperCase());
}

/** The same for whoever says the next step by itself: without the last sentence, which asks for one. */
export function withoutAdvice(text: string): string {
  return text.replace(/\s*\bTell the (?:user|operator) to .*$/su, '');
}
