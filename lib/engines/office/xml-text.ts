import type { Splice } from './part-splices.ts';
import { FormatError } from '../../base/random-access.ts';

/**
 * Maps the bytes of an XML part to characters whose offsets lead back to bytes: markup is ASCII, so every encoding
 * except UTF-16 is read as one character per byte.
 */
export interface XmlEncoding {
  name: 'latin1' | 'utf-16le' | 'utf-16be';
  bytesPerCharacter: 1 | 2;
}

const singleByte: XmlEncoding = { name: 'latin1', bytesPerCharacter: 1 };
const littleEndian: XmlEncoding = { name: 'utf-16le', bytesPerCharacter: 2 };
const bigEndian: XmlEncoding = { name: 'utf-16be', bytesPerCharacter: 2 };

/** Detects the encoding from the first four bytes, as in XML 1.0 appendix F. */
function xmlEncodingOf(start: Buffer): XmlEncoding {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return littleEndian;
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return bigEndian;
  return singleByte;
}

/** A change to a text: the characters from `start` to `end` (exclusive) become `text`, which is ASCII. */
export interface TextChange {
  start: number;
  end: number;
  text: string;
}

/** The same change in bytes of the part. */
export function spliceOf({ start, end, text }: TextChange, encoding: XmlEncoding): Splice {
  const { bytesPerCharacter } = encoding;
  return { start: start * bytesPerCharacter, end: end * bytesPerCharacter, bytes: encode(text, encoding) };
}

function encode(text: string, encoding: XmlEncoding): Buffer {
  if (encoding.name === 'latin1') return Buffer.from(text, 'latin1');
  const bytes = Buffer.from(text, 'utf16le');
  return encoding.name === 'utf-16be' ? bytes.swap16() : bytes;
}

/** Decodes the pieces of a part to text, one character per byte or, in UTF-16, per byte pair. */
export class XmlTextReader {
  encoding: XmlEncoding | undefined;
  #held: Buffer = Buffer.alloc(0);

  /** The text of `piece`; '' until enough bytes have arrived to detect the encoding. */
  read(piece: Buffer): string {
    const bytes = this.#held.length > 0 ? Buffer.concat([this.#held, piece]) : piece;
    if (!this.encoding && bytes.length < 4) {
      this.#held = bytes;
      return '';
    }
    this.encoding ??= xmlEncodingOf(bytes);
    const whole = bytes.length - (bytes.length % this.encoding.bytesPerCharacter);
    this.#held = bytes.subarray(whole);
    if (this.encoding.name === 'latin1') return bytes.toString('latin1', 0, whole);
    if (this.encoding.name === 'utf-16le') return bytes.toString('utf16le', 0, whole);
    return Buffer.from(bytes.subarray(0, whole)).swap16().toString('utf16le');
  }
}

/** Decodes a whole part in UTF-8 or UTF-16, as the Open Packaging Conventions require. */
export function decodeXml(bytes: Buffer): string {
  const { name } = xmlEncodingOf(bytes);
  try {
    return new TextDecoder(name === 'latin1' ? 'utf-8' : name, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FormatError('XML is not in its encoding', { cause });
  }
}
