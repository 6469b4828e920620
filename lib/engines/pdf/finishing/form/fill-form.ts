import type { FormEntry, FormValue } from '../../../../api/fields/finishing/form-field.ts';
import { type FieldFault, maxListedFaults } from '../../../../base/app-error.ts';
import { InputFault, OptionFault } from '../../../../base/input-fault.ts';
import type { BuiltDocument } from '../built-document.ts';
import type { TextDrawing } from '../overlays/drawable.ts';
import { documentForm, type DocumentForm, type FormField } from './document-form.ts';
import { FieldAppearances } from './field-appearances.ts';
import { type FormWarning, formWarnings } from './form-warnings.ts';
import { listedNames, newValue, type NewValue } from './new-value.ts';
import { setValue } from './set-value.ts';

/** The fields to fill. */
export interface Filling {
  entries: readonly FormEntry[];
  /** Names that may be absent: those of the whole document, if this is a part of it. */
  elsewhere?: ReadonlySet<string> | undefined;
}

/**
 * Fills the fields of a document's form (PDF 32000-1, 12.7), and draws them. Either all values are valid, or none is set.
 *
 * @param texts draws text that the fonts of the form lack; embed its fonts afterwards
 * @returns the characters for which no font has a glyph, besides those of `texts`
 * @throws OptionFault naming fields that the document does not have, and values that fields cannot have
 * @throws InputFault `file-too-large`
 */
export function fillForm(
  document: BuiltDocument,
  filling: Filling,
  texts: TextDrawing | undefined,
): { missing: string; warnings: readonly FormWarning[] } {
  const form = documentForm(document);
  const planned = plan(form?.fields ?? new Map<string, never>(), filling);
  if (!form || planned.size === 0) return { missing: '', warnings: [] };
  const appearances = new FieldAppearances(document, form, texts);
  for (const [field, value] of planned) {
    setValue(field, value);
    appearances.replace(field);
  }
  appearances.complete();
  const filled = new Set(planned.keys());
  return {
    missing: appearances.missing,
    warnings: formWarnings({ form, filled, clipped: appearances.clipped }),
  };
}

/** All values together: many fields can have one name, and each gets its value. */
const maxCharacters = 16_000_000;

const tooLong = `has form fields of the same names, whose values would have more than ${maxCharacters} characters`;

function charactersIn(value: FormValue): number {
  if (Array.isArray(value)) return value.reduce((sum, text) => sum + text.length, 0);
  return typeof value === 'string' ? value.length : 0;
}

/** The new values of fields. */
function plan(
  fields: DocumentForm['fields'],
  { entries, elsewhere }: Filling,
): ReadonlyMap<FormField, NewValue> {
  const planned = new Map<FormField, NewValue>();
  const faults: FieldFault[] = [];
  let characters = 0;
  const fail = (message: string) => faults.push({ code: 'invalid-field', field: 'form', message });
  for (const { name, value } of entries) {
    if (faults.length > maxListedFaults) break;
    const named = fields.get(name);
    if (!named) {
      if (!elsewhere?.has(name)) fail(unknownName(name, fields));
      continue;
    }
    for (const field of named) {
      const now = newValue(field, value);
      if ('fault' in now) {
        fail(`${listedNames([name])} ${now.fault}`);
        break;
      }
      planned.set(field, now);
      characters += charactersIn(value);
      if (characters > maxCharacters) throw new InputFault('file-too-large', tooLong);
    }
  }
  if (faults.length > 0) throw new OptionFault(faults);
  return planned;
}

function unknownName(name: string, fields: DocumentForm['fields']): string {
  const what = `names ${listedNames([name])}, which is not a form field of the PDF`;
  return fields.size === 0
    ? `${what}; the PDF has no form fields`
    : `${what}; its form fields are ${listedNames([...fields.keys()])}`;
}
