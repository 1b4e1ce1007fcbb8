/**
 * What the words on a control can mean. An entry is one or more words that follow each other; these signs say where:
 *
 * | sign | place                       | means                                                                            |
 * | ---- | --------------------------- | -------------------------------------------------------------------------------- |
 * | `~`  | before the entry            | the entry is the whole label                                                     |
 * | `=`  | before the entry            | the same, but not on a link: a link "Order" or "Post" leads to a list            |
 * | `^`  | before the entry            | the label begins with the entry                                                  |
 * | `$`  | after it (unspaced scripts) | the label ends with the entry                                                    |
 * | `*`  | in place of a word          | up to three words                                                                |
 * | `+`  | after a word                | any ending of that word, which has at least three letters                        |
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
  /** Carries out what was prepared (Confirm, Submit); beside a word for money it counts as paying. */
  'commit',
  /** Leaves the person's hands: a message, a post, an application. */
  'send',
  /** Changes what others have, see or may do. */
  'affectsOthers',
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
  /** Goes back, declines, counts or shows: beside an amount of money or a question such a word moves nothing. */
  'harmless',
  /** Tells of what has happened. */
  'done',
  'not',
] as const;

export type Meaning = (typeof MEANINGS)[number];

/** Entries by meaning, separated by `|`. */
export type Lexicon = { readonly [meaning in Meaning]?: string };
