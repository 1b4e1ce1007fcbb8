/** HTML's names for ASCII, for Latin-1 in the order of its codes, and for what hides between letters. */
const ASCII = `excl ! quot " num # dollar $ percnt % amp & apos ' lpar ( rpar ) ast * midast * plus + comma , period .
  sol / colon : semi ; lt < equals = gt > quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] Hat ^ lowbar _
  grave \` lcub { lbrace { verbar | vert | rcub } rbrace } AMP & LT < GT > QUOT "`.split(/\s+/u);
const LATIN_1 = `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3
  acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig
  Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash
  Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc
  euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml
  yacute thorn yuml`.split(/\s+/u);
const HIDDEN = { zwnj: 0x200c, zwj: 0x200d, ZeroWidthSpace: 0x200b, NoBreak: 0x2060, hellip: 0x2026, mldr: 0x2026 };
const SPACES = { Tab: 9, NewLine: 10, ensp: 0x2002, emsp: 0x2003, thinsp: 0x2009 };

export const ENTITIES: ReadonlyMap<string, number> = new Map([
  ...ASCII.flatMap((name, i) => (i % 2 === 0 ? [[name, (ASCII[i + 1] ?? '').charCodeAt(0)] as const] : [])),
  ...LATIN_1.map((name, i) => [name, 0xa0 + i] as const),
  ...Object.entries(HIDDEN),
  ...Object.entries(SPACES),
]);
