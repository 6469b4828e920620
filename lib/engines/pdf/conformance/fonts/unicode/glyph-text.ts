import { glyphCharacter } from '../../../finishing/form/fonts/glyph-names.ts';
import { glyphList } from './glyph-list.ts';

let known: ReadonlyMap<string, string> | undefined;

/** Parts of names that choose a form of a character. */
const forms = /(?:small|oldstyle|inferior|superior)$/;

/** The longest names that mean something. */
const longestName = 200;

/** The text of a glyph by its name (Adobe Glyph List Specification, section 2); undefined if the name has none. */
export function glyphText(name: string): string | undefined {
  if (name.length > longestName) return undefined;
  const dot = name.indexOf('.');
  const base = dot < 0 ? name : name.slice(0, dot);
  const parts = base.split('_').map(partText);
  return base === '' || parts.includes(undefined) ? undefined : parts.join('');
}

function partText(name: string): string | undefined {
  const listed = glyphCharacter(name) ?? allNames().get(name) ?? unicodeText(name);
  if (listed !== undefined) return listed;
  const plain = name.replace(forms, '');
  return plain === name ? undefined : (glyphCharacter(plain) ?? allNames().get(plain));
}

/** Several characters by their code points: `uni00410042`. */
function unicodeText(name: string): string | undefined {
  const digits = /^uni((?:[0-9A-F]{4})+)$/.exec(name)?.[1];
  const text = digits && Buffer.from(digits, 'hex').swap16().toString('utf16le');
  return text?.isWellFormed() ? text : undefined;
}

function allNames(): ReadonlyMap<string, string> {
  if (known) return known;
  const names = new Map<string, string>();
  const words = glyphList.trim().split(/\s/);
  for (let at = 0; at + 1 < words.length; at += 2) {
    const codes = (words[at + 1] ?? '').split('_').map((code) => Number.parseInt(code, 16));
    names.set(words[at] ?? '', String.fromCodePoint(...codes));
  }
  known = names;
  return names;
}
