import { dictAt, isTrueAt, refsAt } from '../../assembly/lookup.ts';
import { readFieldTree } from '../../assembly/form/form-fields.ts';
import type { BuiltDocument } from '../../finishing/built-document.ts';
import { documentForm } from '../../finishing/form/document-form.ts';
import { FieldAppearances } from '../../finishing/form/field-appearances.ts';
import type { TextDrawing } from '../../finishing/overlays/drawable.ts';
import { keys } from '../../keys.ts';
import { PDFBool } from '../../objects.ts';
import type { Changes } from '../changes.ts';

/**
 * Makes the form of a document conform (ISO 19005-1, 6.6.2 and 6.9; ISO 19005-2 and -3, 6.4): viewers need not make the
 * appearances of fields, fields have no actions, and there is no XFA form.
 *
 * @param texts draws text that the fonts of the form lack; embed its fonts afterwards
 * @returns the characters for which no font has a glyph, besides those of `texts`
 */
export function conformForm(
  document: BuiltDocument,
  texts: TextDrawing | undefined,
  changes: Changes,
): string {
  const form = documentForm(document);
  if (!form) return '';
  const { dict, fields } = form;
  const appearances = new FieldAppearances(document, form, texts);
  if (isTrueAt(dict, keys.NeedAppearances))
    for (const field of [...fields.values()].flat())
      if (shownByValue.has(field.type)) appearances.replace(field);
  // Makes those of fields without any.
  dict.set(keys.NeedAppearances, PDFBool.True);
  appearances.complete();
  dict.delete(keys.NeedAppearances);
  dict.delete(keys.XFA);
  for (const { dict: field } of readFieldTree(document.context, refsAt(dict, keys.Fields)).nodes.values()) {
    if (dictAt(field, keys.A) && field.delete(keys.A)) changes.add('actions', 'actions of fields');
  }
  return appearances.missing;
}

/** Fields whose appearance follows from their value. */
const shownByValue: ReadonlySet<string> = new Set(['text', 'combo', 'list']);
