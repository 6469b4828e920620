import type * as z from 'zod';
import type { ErrorCode, FieldFault } from '../base/app-error.ts';
import { shownName } from '../base/shortened.ts';

/** The faults that a zod issue reports. A schema can set the code of an issue: `params: { code: 'invalid-range' }`. */
export function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  const field = issue.path.reduce<string>(
    (path, key) =>
      typeof key === 'number' ? `${path}[${key}]` : path === '' ? String(key) : `${path}.${String(key)}`,
    '',
  );
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      code: 'invalid-field',
      field: shownName(field ? `${field}.${key}` : key),
      message: 'is not a field of this endpoint',
    }));
  }
  if (issue.code === 'custom') {
    const code = (issue.params as { code?: ErrorCode } | undefined)?.code ?? 'invalid-field';
    return [{ code, field, message: issue.message }];
  }
  const missing =
    (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined;
  return [
    missing
      ? { code: 'missing-field', field, message: 'is required' }
      : { code: 'invalid-field', field, message: issue.message },
  ];
}
