/** The mark `…` says that text was cut: masking then looks for the beginning of a secret before the mark. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
