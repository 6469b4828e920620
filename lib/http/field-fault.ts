import type * as z from 'zod';
import type { ErrorCode, FieldFault } from '../app-error.ts';

/**
 * The fault that a zod issue tells of. A schema can give an issue its own code: `params: { code: 'invalid-range' }`.
 */
export function faultOf(issue: z.core.$ZodIssue): FieldFault {
  const field = issue.path.reduce<string>(
    (path, key) =>
      typeof key === 'number' ? `${path}[${key}]` : path === '' ? String(key) : `${path}.${String(key)}`,
    '',
  );
  if (issue.code === 'custom') {
    const code = (issue.params as { code?: ErrorCode } | undefined)?.code ?? 'invalid-field';
    return { code, field, message: issue.message };
  }
  if (issue.code === 'unrecognized_keys') {
    const named = issue.keys.map((key) => shownName(field ? `${field}.${key}` : key)).join(', ');
    return { code: 'invalid-field', field: named, message: 'is not a field of this endpoint' };
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return { code: 'missing-field', field, message: 'is required' };
  }
  return { code: 'invalid-field', field, message: issue.message };
}

/** A client's own field name, short enough to be shown. */
export const shownName = (name: string): string => (name.length > 64 ? `${name.slice(0, 64)}…` : name);
