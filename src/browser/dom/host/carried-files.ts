/** A file that a page is given without a path, because the browser's disk is not ours. */
export interface FileSource {
  readonly name: string;
  readonly type: string;
  /** Its bytes, in pieces of any size. */
  pieces(): AsyncIterable<Uint8Array>;
}

/** A DevTools message of 64 MB breaks the socket of a Grid; one piece, in Base64, stays far below. */
export const MAX_PIECE_BYTES = 768 * 1024;

// These run in a world of ours, whose globals no page can patch.
export const NEW_HOLD = '() => ({ pieces: [], files: [] })';
export const ADD_PIECE = `(held, piece) => {
  const text = atob(piece);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  held.pieces.push(new Blob([bytes]));
}`;
export const END_FILE = `(held, { name, type }) => {
  held.files.push(new File(held.pieces.splice(0), name, { type }));
}`;
/** What a person's choice would set off, but for the mark of an event that a person caused. */
export const GIVE_FILES = `(field, held) => {
  if (!(field instanceof HTMLInputElement) || field.type !== 'file') throw new Error('no file field');
  const transfer = new DataTransfer();
  for (const file of held.files) transfer.items.add(file);
  field.files = transfer.files;
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}`;

/** A world of ours in the document that gets the files. */
export interface HoldingWorld<Held> {
  hold(code: string): Promise<Held>;
  run(held: Held, code: string, value: unknown): Promise<void>;
}

/** Brings the files into the document, where its page does not see them yet. */
export async function carryFiles<Held>(world: HoldingWorld<Held>, files: readonly FileSource[]): Promise<Held> {
  const held = await world.hold(NEW_HOLD);
  for (const file of files) {
    for await (const bytes of file.pieces())
      for (let at = 0; at < bytes.length; at += MAX_PIECE_BYTES) {
        const piece = Buffer.from(bytes.subarray(at, at + MAX_PIECE_BYTES)).toString('base64');
        await world.run(held, ADD_PIECE, piece);
      }
    await world.run(held, END_FILE, { name: file.name, type: file.type });
  }
  return held;
}
