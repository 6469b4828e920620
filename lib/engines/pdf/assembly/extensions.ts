import { encryptionExtension } from '../encryption/extension.ts';
import { keys } from '../keys.ts';
import type { PDFDict, PDFObject } from '../objects.ts';
import { commonEntry, isCommon } from './common-entry.ts';
import type { Excerpt } from './excerpt.ts';
import { asDict, dictAt, nameAt, numberAt, resolved } from './lookup.ts';
import { withEntries } from './object-builders.ts';

/**
 * The extensions of the standard that all sources declare (ISO 32000-2, 7.12). What only their encryption needed is
 * left out: the result is not encrypted, or declares it itself.
 */
export function commonExtensions(excerpts: readonly Excerpt[]): PDFObject | undefined {
  const [first] = excerpts;
  const { context, catalog, encrypted = false } = first?.source ?? {};
  const stated = encrypted && context ? asDict(resolved(context, catalog?.get(keys.Extensions))) : undefined;
  if (!first || !stated || !declaresEncryption(stated)) return commonEntry(excerpts, keys.Extensions);
  const others = withEntries(stated, [[keys.ADBE, undefined]]);
  const isNeeded = others.keys().some((key) => key !== keys.Type) && isCommon(excerpts, keys.Extensions);
  return isNeeded ? first.copier.copy(others) : undefined;
}

function declaresEncryption(extensions: PDFDict): boolean {
  const own = dictAt(extensions, keys.ADBE);
  if (!own) return false;
  const { base, level } = encryptionExtension;
  return nameAt(own, keys.BaseVersion) === base && numberAt(own, keys.ExtensionLevel) === level;
}
