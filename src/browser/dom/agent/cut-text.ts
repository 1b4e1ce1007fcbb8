/** Whoever cuts says so: what is left of a secret at a cut is known for a piece by this mark. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
