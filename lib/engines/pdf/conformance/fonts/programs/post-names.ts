import { FontData } from '../../../../fonts/font-data.ts';
import { InputFault } from '../../../../../base/input-fault.ts';
import type { TrueTypeProgram } from './true-type-program.ts';

/** The names of the glyphs that Macintosh fonts begin with (OpenType 1.9, `post`). */
const standardNames: readonly string[] = `
.notdef .null nonmarkingreturn space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft
parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon
semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft
backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p q r s t u v w x y z
braceleft bar braceright asciitilde Adieresis Aring Ccedilla Eacute Ntilde Odieresis Udieresis aacute agrave
acircumflex adieresis atilde aring ccedilla eacute egrave ecircumflex edieresis iacute igrave icircumflex
idieresis ntilde oacute ograve ocircumflex odieresis otilde uacute ugrave ucircumflex udieresis dagger degree
cent sterling section bullet paragraph germandbls registered copyright trademark acute dieresis notequal AE
Oslash infinity plusminus lessequal greaterequal yen mu partialdiff summation product pi integral ordfeminine
ordmasculine Omega ae oslash questiondown exclamdown logicalnot radical florin approxequal Delta guillemotleft
guillemotright ellipsis nonbreakingspace Agrave Atilde Otilde OE oe endash emdash quotedblleft quotedblright
quoteleft quoteright divide lozenge ydieresis Ydieresis fraction currency guilsinglleft guilsinglright fi fl
daggerdbl periodcentered quotesinglbase quotedblbase perthousand Acircumflex Ecircumflex Aacute Edieresis
Egrave Iacute Icircumflex Idieresis Igrave Oacute Ocircumflex apple Ograve Uacute Ucircumflex Ugrave dotlessi
circumflex tilde macron breve dotaccent ring cedilla hungarumlaut ogonek caron Lslash lslash Scaron scaron
Zcaron zcaron brokenbar Eth eth Yacute yacute Thorn thorn minus multiply onesuperior twosuperior threesuperior
onehalf onequarter threequarters franc Gbreve gbreve Idotaccent Scedilla scedilla Cacute cacute Ccaron ccaron
dcroat
`
  .trim()
  .split(/\s/);

/** Glyphs by their names in the `post` table, as far as it can be read. */
export function glyphNamesOf(program: TrueTypeProgram): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  try {
    readNames(new FontData(program.table('post') ?? Buffer.alloc(0), 'post table'), names);
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
  }
  return names;
}

/** @throws InputFault `invalid-file-type` when the table ends early */
function readNames(post: FontData, names: Map<string, number>): void {
  const version = post.u32(0);
  if (version === 0x00010000) for (const [glyph, name] of standardNames.entries()) names.set(name, glyph);
  if (version !== 0x00020000) return;
  const count = post.u16(32);
  const own: string[] = [];
  for (let at = 34 + count * 2; at < post.length;) {
    const length = post.u8(at);
    own.push(post.slice(at + 1, length).toString('latin1'));
    at += 1 + length;
  }
  for (let glyph = 0; glyph < count; glyph += 1) {
    const index = post.u16(34 + glyph * 2);
    const name = standardNames[index] ?? own[index - standardNames.length];
    if (name !== undefined && !names.has(name)) names.set(name, glyph);
  }
}
