import { keys } from '../../keys.ts';
import { refsAt } from '../../assembly/lookup.ts';
import type { DocumentForm, FormField } from './document-form.ts';
import { hasScript } from './field-scripts.ts';
import { listedNames } from './new-value.ts';

/** A warning about the filling of a form. */
export interface FormWarning {
  code: 'script-not-run' | 'value-clipped';
  message: string;
}

/** What was filled. */
interface Filling {
  form: DocumentForm;
  filled: ReadonlySet<FormField>;
  /** Names of fields whose values are too long for a widget. */
  clipped: ReadonlySet<string>;
}

/** The warnings about a form that was filled. */
export function formWarnings({ form, filled, clipped }: Filling): FormWarning[] {
  const warnings: FormWarning[] = [];
  const add = (code: FormWarning['code'], sentence: string, names: readonly string[]): void => {
    if (names.length > 0) warnings.push({ code, message: `${sentence}: ${listedNames(names)}.` });
  };
  const calculated = filled.size > 0 ? calculatedFields(form).filter((field) => !filled.has(field)) : [];
  const checked = [...filled].filter((field) => hasScript(field, keys.F) || hasScript(field, keys.V));
  add(
    'script-not-run',
    'Scripts of the form were not run. Fields that they calculate keep their values',
    namesOf(calculated),
  );
  add(
    'script-not-run',
    'Scripts of the form were not run. Values that they format or check are as they were sent',
    namesOf(checked),
  );
  add('value-clipped', 'Values are longer than their form fields, which show a part of them', [...clipped]);
  return warnings;
}

const namesOf = (fields: readonly FormField[]): string[] => fields.map(({ name }) => name);

/** Fields with a script that calculates their value, and those that the form lists as calculated. */
function calculatedFields({ dict, fields }: DocumentForm): FormField[] {
  const order = new Set(refsAt(dict, keys.CO));
  return [...fields.values()].flat().filter((field) => order.has(field.node.ref) || hasScript(field, keys.C));
}
