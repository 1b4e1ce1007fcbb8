/**
 * What the words on a control can mean. An entry is one or more words that follow each other; `~` means the whole
 * label, `=` the same on anything but a link (as a link, "Order" or "Post" leads to a list), `^` its beginning;
 * in unspaced scripts `$` at the end means its end. `*` stands for up to three words. `+` at
 * the end of a word of at least three letters stands for any ending.
 */
export const MEANINGS = [
  /** Takes something away for good. */
  'erase',
  /** Takes away only if its object is weighty: "Empty" the trash, "Clear" the history. */
  'wipe',
  'weighty',
  /** What can be taken away without harm: a filter, a selection. */
  'light',
  /** What is chosen: to clear it is light, to delete it is not. */
  'selection',
  'account',
  /** Ends something, if its object is an account or a contract; else it closes a window. */
  'end',
  'contract',
  /** Spends money, whatever else is said. */
  'pay',
  /** What money goes through; by itself a name ("Payments"). */
  'money',
  /** Makes it so; with money it spends. */
  'commit',
  /** Leaves the person's hands: a message, a post, an application. */
  'send',
  /** Changes what others have, see or may do. */
  'act',
  /** Binds the person; with an amount it spends. */
  'join',
  'save',
  /** Says yes to what the page has shown. */
  'yes',
  /** Asks or explains. */
  'ask',
  /** A name for taking away: "deletion", which a button may be called in some languages. */
  'removal',
  /** Makes a name of what spends beside it: "order history". */
  'info',
  /** In unspaced scripts, the ending that makes a name of anything: "sender", "list of posts". */
  'record',
  /** Tells of what has happened. */
  'done',
  'not',
] as const;

export type Meaning = (typeof MEANINGS)[number];

/** Entries by meaning, separated by `|`. */
export type Lexicon = { readonly [meaning in Meaning]?: string };
