/** Letters of other scripts that are drawn like Latin ones, in pairs: the look-alike, and what it is taken for. */
const PAIRS =
  'аa вb еe зe кk мm нh оo рp сc тt уy хx ѕs іi јj ԁd ԛq ԝw ӏl һh ґr гr бb пn лn ъb ьb яr ' +
  'αa βb εe ζz ηn ιi κk νv μm οo ρp τt υu χx ωw γy σo ϲc ϳj ' +
  'ɑa ɡg ıi ɩi ʟl ɴn ʀr ʏy ʜh ɪi ᴀa ʙb ᴄc ᴅd ᴇe ɢg ᴊj ᴋk ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz ꜱs ꜰf ɓb ɗd ƙk ɲn ƒf ƨs ƽs';

const TAKEN_FOR = new Map(PAIRS.split(' ').map((pair) => [pair.slice(0, -1), pair.slice(-1)]));
/** Boxes, discs and flags with letters in them, which Unicode does not take apart: where their A stands. */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6];
/** Where the zero of other scripts' digits stands. */
const ZEROS = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xe50, 0xf20, 0x17e0, 0x1810];

/** The letter that a person reads in place of a look-alike character; most characters map to themselves. */
export function readAs(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return character;
  // Tags: the same letters once more, which nobody sees and every model reads.
  if (point >= 0xe0020 && point <= 0xe007e) return String.fromCharCode(point - 0xe0000).toLowerCase();
  const known = TAKEN_FOR.get(character);
  if (known !== undefined) return known;
  const first = ENCLOSED.find((start) => point >= start && point < start + 26);
  if (first !== undefined) return String.fromCharCode(97 + point - first);
  const zero = ZEROS.find((start) => point >= start && point < start + 10);
  return zero === undefined ? character : String(point - zero);
}
