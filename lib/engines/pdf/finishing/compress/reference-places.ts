import { type Key, keys } from '../../keys.ts';
import type { PDFName } from '../../objects.ts';
import { Char, CharacterClass, classOf, isDigit } from '../../syntax/characters.ts';
import { endOfHexString, endOfRegular, endOfString, ReferenceReader } from '../../syntax/lexer.ts';
import { readName } from '../../syntax/names.ts';

/** Where a reference is. In an array, `key` is the last name before it there, or else the key of the array. */
export interface Place {
  key: PDFName | undefined;
  /** The key of the dictionary around it. */
  holder: PDFName | undefined;
}

/** Calls `visit` for each reference in a well-formed object. Of a stream, `object` is the dictionary. */
export function visitReferences(object: Buffer, visit: (number: number, place: Place) => void): void {
  const reader = new ReferenceReader();
  const end = object.length;
  /** The current key of each open container, and whether the container is a dictionary. */
  const open: { key: PDFName | undefined; isDict: boolean }[] = [];
  let expectsKey = false;
  let at = 0;
  while (at >= 0 && at < end) {
    const code = object[at] as number;
    const top = open.at(-1);
    if (classOf[code] === CharacterClass.space) {
      at += 1;
      continue;
    }
    if (code === Char.bracketOpen || (code === Char.less && object[at + 1] === Char.less)) {
      const isDict = code === Char.less;
      open.push({ key: isDict ? undefined : top?.key, isDict });
      expectsKey = isDict;
      at += isDict ? 2 : 1;
      continue;
    }
    if (code === Char.slash) {
      const nameEnd = endOfRegular(object, at + 1, end);
      const isValue = top?.isDict === true && !expectsKey;
      if (top && !isValue) top.key = readName(object, at + 1, nameEnd);
      expectsKey = isValue;
      at = nameEnd;
      continue;
    }
    if (code === Char.parenthesisOpen) at = endOfString(object, at, end);
    else if (code === Char.less) at = endOfHexString(object, at, end);
    else if (isDigit(code) && reader.reference(object, at, end)) {
      visit(reader.number, { key: top?.key, holder: open.at(-2)?.key });
      at = reader.end;
    } else if (classOf[code] === CharacterClass.regular) at = endOfRegular(object, at, end);
    else {
      if (code === Char.bracketClose || code === Char.greater) open.pop();
      at += code === Char.greater ? 2 : 1;
    }
    expectsKey = open.at(-1)?.isDict === true;
  }
}

const setOf = (...names: Key[]): ReadonlySet<PDFName | undefined> => new Set(names.map((name) => keys[name]));

/** Entries whose values are fonts, parts of fonts, colour spaces, profiles, or content. */
const valueKeys = setOf(
  'CIDSystemInfo',
  'CIDToGIDMap',
  'ColorSpace',
  'Contents',
  'DescendantFonts',
  'Encoding',
  'FontDescriptor',
  'FontFile',
  'FontFile2',
  'FontFile3',
  'ICCBased',
  'Indexed',
  'ToUnicode',
  'W',
  'Widths',
);

/** Categories of resources. */
const valueHolders = setOf('ColorSpace', 'ExtGState', 'Font', 'Pattern', 'Shading', 'XObject');

/** Whether only the value of the object matters there, not which object it is. */
export const isValuePlace = ({ key, holder }: Place): boolean =>
  valueKeys.has(key) || valueHolders.has(holder);

/** Entries of structure elements that name an object or a stream (ISO 32000-2, 14.7.5). */
const structureKeys = setOf('Obj', 'Stm', 'StmOwn');

/** Whether the structure tree refers to the object there. */
export const isStructurePlace = ({ key }: Place): boolean => structureKeys.has(key);
