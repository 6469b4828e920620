import { Char } from '../../../syntax/characters.ts';
import { endOfToken } from '../../../syntax/content-tokens.ts';
import { skipSpace } from '../../../syntax/lexer.ts';
import { hexBytes } from '../../../syntax/strings.ts';

/** Codes that one map may have. */
const maxCodes = 200_000;

/** A CMap that maps codes to texts (PDF 32000-1, 9.10.3). */
export class UnicodeMap {
  readonly #texts = new Map<number, string>();
  /** The number of bytes of a code. */
  #width = 1;

  static parse(cmap: Uint8Array): UnicodeMap {
    const map = new UnicodeMap();
    const bytes = Buffer.from(cmap.buffer, cmap.byteOffset, cmap.length);
    let operands: (Uint8Array | '[')[] = [];
    for (let at = skipSpace(bytes, 0, bytes.length); at < bytes.length;) {
      const end = endOfToken(bytes, at, bytes.length);
      if (end === undefined) break;
      const code = bytes[at];
      if (code === Char.less && end - at > 1) operands.push(hexBytes(bytes, at + 1, end - 1));
      else if (code === Char.bracketOpen) operands.push('[');
      else if (end - at > 5) {
        const word = bytes.toString('latin1', at, end);
        if (word === 'endcodespacerange') map.#width = operandAt(operands, 0)?.length ?? 1;
        else if (word === 'endbfchar') map.#addCharacters(operands);
        else if (word === 'endbfrange') map.#addRanges(operands);
        operands = [];
      }
      at = skipSpace(bytes, end, bytes.length);
    }
    return map;
  }

  /** The text of a string; undefined if a code has none. */
  textOf(string: Uint8Array): string | undefined {
    let text = '';
    for (let at = 0; at + this.#width <= string.length; at += this.#width) {
      const mapped = this.#texts.get(numberOf(string.subarray(at, at + this.#width)));
      if (mapped === undefined) return undefined;
      text += mapped;
    }
    return text;
  }

  #addCharacters(operands: readonly (Uint8Array | '[')[]): void {
    for (let index = 0; index + 1 < operands.length; index += 2) {
      const [code, text] = [operandAt(operands, index), operandAt(operands, index + 1)];
      if (code && text) this.#add(numberOf(code), utf16(text));
    }
  }

  #addRanges(operands: readonly (Uint8Array | '[')[]): void {
    for (let index = 0; index + 2 < operands.length;) {
      const [first, last] = [operandAt(operands, index), operandAt(operands, index + 1)];
      if (!first || !last) return;
      const count = Math.min(numberOf(last) - numberOf(first) + 1, maxCodes);
      const third = operandAt(operands, index + 2);
      index += 3;
      if (third) {
        const start = utf16(third);
        const [head, tail] = [start.slice(0, -1), start.charCodeAt(start.length - 1)];
        for (let step = 0; step < count; step += 1) {
          this.#add(numberOf(first) + step, head + String.fromCharCode(tail + step));
        }
      } else {
        for (let step = 0; step < count; step += 1) {
          const text = operandAt(operands, index);
          if (!text) break;
          this.#add(numberOf(first) + step, utf16(text));
          index += 1;
        }
      }
    }
  }

  #add(code: number, text: string): void {
    if (this.#texts.size < maxCodes) this.#texts.set(code, text);
  }
}

function operandAt(operands: readonly (Uint8Array | '[')[], index: number): Uint8Array | undefined {
  const operand = operands[index];
  return operand === '[' ? undefined : operand;
}

const numberOf = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0);

/** UTF-16, big-endian. */
function utf16(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    text += String.fromCharCode(((bytes[at] as number) << 8) | (bytes[at + 1] as number));
  }
  return text;
}
