import type { SubjectOf } from './field-errors.ts';
import { labelOf } from './labels.ts';

/**
 * Names the fields of a request: files by their names, options by their labels.
 *
 * @param fields of the files, as errors name them
 * @param names of the files
 * @param options the names of the other fields
 */
export function subjectsOf(
  fields: readonly (string | undefined)[],
  names: readonly string[],
  options: readonly string[],
): SubjectOf {
  const nameOf = (field: string): string | undefined => names[fields.indexOf(field)];
  return (field) => {
    const file = nameOf(field);
    if (file !== undefined) return `${file} `;
    const [, list = '', position = ''] = /^(pages|passwords)(\[\d+\])$/.exec(field) ?? [];
    const owner = list === '' ? undefined : nameOf(`files${position}`);
    if (owner !== undefined) return `${labelOf(list)} of ${owner}: `;
    return options.includes(field) ? `${labelOf(field)}: ` : undefined;
  };
}
