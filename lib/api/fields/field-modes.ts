import type * as z from 'zod';
import type { ErrorCode } from '../../base/app-error.ts';

/** The fields that each value of a choice requires. They apply to that value only; all other fields apply to every value. */
export interface FieldModes<Mode extends string = string> {
  /** The field with the choice. */
  field: string;
  byDefault: Mode;
  required: Readonly<Record<Mode, readonly string[]>>;
}

/** The fields of other modes than `mode`, with the mode of each. */
const foreignFields = ({ required }: FieldModes, mode: string): [field: string, of: string][] =>
  Object.entries(required)
    .filter(([of]) => of !== mode)
    .flatMap(([of, fields]) => fields.map((field): [string, string] => [field, of]));

/** Checks that a form has the fields that its mode requires, and none of another mode. */
export function checkModes(
  modes: FieldModes,
  values: Readonly<Record<string, unknown>>,
  context: z.core.$RefinementCtx,
): void {
  const given = values[modes.field];
  const mode = typeof given === 'string' ? given : modes.byDefault;
  const add = (field: string, message: string, code: ErrorCode) => {
    context.addIssue({ code: 'custom', path: [field], message, params: { code } });
  };
  for (const field of modes.required[mode] ?? []) {
    if (values[field] === undefined)
      add(field, `is required when ${modes.field} is ${mode}`, 'missing-field');
  }
  for (const [field, of] of foreignFields(modes, mode)) {
    const message = `applies only when ${modes.field} is ${of}, and it is ${mode}`;
    if (values[field] !== undefined) add(field, message, 'invalid-field');
  }
}

/** The same rules in JSON Schema, for the description. */
export const modeRules = (modes: FieldModes) => ({
  allOf: Object.entries(modes.required).map(([mode, fields]) => ({
    if: {
      properties: { [modes.field]: { const: mode } },
      ...(mode === modes.byDefault ? {} : { required: [modes.field] }),
    },
    then: {
      ...(fields.length > 0 ? { required: fields } : {}),
      properties: Object.fromEntries(foreignFields(modes, mode).map(([field]) => [field, false])),
    },
  })),
});

/** Whether a field applies to a mode. */
export const suitsMode = (modes: FieldModes, field: string, mode: string): boolean =>
  !foreignFields(modes, mode).some(([foreign]) => foreign === field);
