import type { Inspection } from '../../../api/responses/inspection.ts';
import { asDict, dictAt, listOf, nameAt, resolved } from '../assembly/lookup.ts';
import { keys } from '../keys.ts';
import type { PDFDict } from '../objects.ts';

type FontDetails = Inspection['fonts'][number];

const programs = [keys.FontFile, keys.FontFile2, keys.FontFile3];

/** Describes a font (PDF 32000-1, 9.6 and 9.7). */
export function fontDetails(font: PDFDict): FontDetails {
  const [descendant] = listOf(font.context, font.get(keys.DescendantFonts));
  const simple = asDict(resolved(font.context, descendant)) ?? font;
  const descriptor = dictAt(simple, keys.FontDescriptor);
  const type = nameAt(simple, keys.Subtype) ?? '';
  // The characters of a Type 3 font are streams of the document.
  const embedded = type === 'Type3' || programs.some((key) => descriptor?.get(key) !== undefined);
  const name = nameAt(font, keys.BaseFont) ?? nameAt(font, keys.Name) ?? '';
  const tagged = /^[A-Z]{6}\+/.test(name);
  return { name: utf8(tagged ? name.slice(7) : name), type, embedded, subset: embedded && tagged };
}

/** The bytes of a name, one character each, as UTF-8 (PDF 32000-1, 7.3.5). */
const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');
