import { ownEntry } from '../../../base/own-entry.ts';
import { keys, values } from '../keys.ts';
import { PDFArray, PDFDict, PDFName, type PDFObject } from '../objects.ts';
import { nameOf } from '../syntax/names.ts';

/** An encryption method (ISO 32000-2, table 25). */
export type CryptMethod = 'identity' | 'rc4' | 'aes-128' | 'aes-256' | 'unknown';

/** The methods for strings, streams and embedded files, and those that a stream can name itself. */
export interface CryptFilters {
  strings: CryptMethod;
  streams: CryptMethod;
  embeddedFiles: CryptMethod;
  named(name: string): CryptMethod;
}

/** Reads the methods of an encryption dictionary. Before version 4 there is only one. */
export function readCryptFilters(dict: PDFDict, version: number): CryptFilters {
  if (version < 4) {
    return { strings: 'rc4', streams: 'rc4', embeddedFiles: 'rc4', named: () => 'rc4' };
  }
  const filters = dict.lookup(keys.CF);
  const named = (name: string): CryptMethod => {
    if (name === 'Identity') return 'identity';
    const filter = filters instanceof PDFDict ? filters.lookup(nameOf(name)) : undefined;
    return filter instanceof PDFDict
      ? (ownEntry(methods, nameIn(filter, keys.CFM) ?? 'None') ?? 'unknown')
      : 'unknown';
  };
  const streams = named(nameIn(dict, keys.StmF) ?? 'Identity');
  const embeddedFiles = nameIn(dict, keys.EFF);
  return {
    strings: named(nameIn(dict, keys.StrF) ?? 'Identity'),
    streams,
    embeddedFiles: embeddedFiles === undefined ? streams : named(embeddedFiles),
    named,
  };
}

const methods: Readonly<Record<string, CryptMethod>> = {
  None: 'identity',
  V2: 'rc4',
  AESV2: 'aes-128',
  AESV3: 'aes-256',
};

/** The crypt filter that a stream names (7.6.6); undefined if it names none. */
export function ownCryptFilter(stream: PDFDict): string | undefined {
  const names = listOf(stream, keys.Filter);
  const index = names.indexOf(values.Crypt);
  if (index < 0) return undefined;
  const parameters = listOf(stream, keys.DecodeParms)[index];
  return (parameters instanceof PDFDict ? nameIn(parameters, keys.Name) : undefined) ?? 'Identity';
}

/** Removes the crypt filter from a stream, because it is meaningless in a file that is not encrypted. */
export function removeCryptFilter(stream: PDFDict): void {
  const index = listOf(stream, keys.Filter).indexOf(values.Crypt);
  for (const key of [keys.Filter, keys.DecodeParms]) {
    const rest = listOf(stream, key).filter((_, position) => position !== index);
    stream.delete(key);
    if (rest.length > 0) stream.set(key, stream.context.obj(rest.map((item) => item ?? null)));
  }
}

function listOf(dict: PDFDict, key: PDFName): (PDFObject | undefined)[] {
  const value = dict.lookup(key);
  if (value instanceof PDFArray)
    return Array.from({ length: value.size() }, (_, index) => value.lookup(index));
  return value === undefined ? [] : [value];
}

function nameIn(dict: PDFDict, key: PDFName): string | undefined {
  const value = dict.lookup(key);
  return value instanceof PDFName ? value.decodeText() : undefined;
}
