import { dictAt } from '../assembly/lookup.ts';
import { dictOf, withEntries } from '../assembly/object-builders.ts';
import { encryptionExtension } from '../encryption/extension.ts';
import { Protection, type ProtectionOptions } from '../encryption/protection.ts';
import { keys } from '../keys.ts';
import { PDFNumber } from '../objects.ts';
import { nameOf } from '../syntax/names.ts';
import type { BuiltDocument } from './built-document.ts';

/** Declares the encryption in the catalog. Returns what the writer encrypts the document with. */
export function protect({ context, catalog }: BuiltDocument, options: ProtectionOptions): Protection {
  if (catalog.get(keys.Version) === undefined) {
    const own = dictOf(context, {
      BaseVersion: nameOf(encryptionExtension.base),
      ExtensionLevel: PDFNumber.of(encryptionExtension.level),
    });
    const others = dictAt(catalog, keys.Extensions) ?? dictOf(context, {});
    catalog.set(keys.Extensions, withEntries(others, [[keys.ADBE, own]]));
  }
  return new Protection(options);
}
