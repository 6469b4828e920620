import { operandField } from './commands.ts';
import type { Operation, TextField } from './operations.ts';

/** An option of a command: a field of its operation. */
export interface CommandOption {
  /** Without the leading hyphens. */
  name: string;
  field: string;
  kind: 'flag' | 'text' | 'files';
  /** The values of an option that can stand alone, which means `true`. */
  values?: readonly string[];
  /** Placeholder of the value in `--help`. Empty for flags. */
  placeholder: string;
  description: string;
  required: boolean;
}

export const kebabCase = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The options of all `operations`, each once, without the field that operands fill. */
export function commandOptionsOf(operations: readonly Operation[]): CommandOption[] {
  const options = operations.flatMap((operation) => [...fileOptions(operation), ...textOptions(operation)]);
  return [...new Map(options.map((option) => [option.name, option])).values()];
}

function fileOptions(operation: Operation): CommandOption[] {
  return Object.entries(operation.files)
    .filter(([field]) => field !== operandField(operation))
    .map(([field, { description, many }]) => ({
      // Each option names one file: `assets` becomes `--asset`.
      name: kebabCase(field.replace(/s$/, '')),
      field,
      kind: 'files',
      placeholder: 'FILE',
      description: many ? `Can be repeated. ${description}` : description,
      required: false,
    }));
}

function textOptions(operation: Operation): CommandOption[] {
  return Object.entries(operation.texts)
    .filter(([field]) => field !== operandField(operation))
    .map(([field, schema]) => ({
      name: kebabCase(field),
      field,
      kind: schema.type === 'boolean' ? 'flag' : 'text',
      ...(schema.enum?.includes('true') ? { values: schema.enum } : {}),
      placeholder: placeholderOf(schema),
      description: [schema.description, defaultOf(schema)].filter(Boolean).join(' '),
      required: operation.required.includes(field),
    }));
}

/** A longer list of values does not fit into a line of the help. */
const longestPlaceholder = 60;

function placeholderOf({ type, enum: values, contentMediaType }: TextField): string {
  if (type === 'boolean') return '';
  if (type === 'integer' || type === 'number') return 'N';
  if (contentMediaType === 'application/json') return 'JSON';
  if (values?.includes('true')) return `[${values.filter((value) => !isBoolean(value)).join('|')}]`;
  const choices = values?.join('|') ?? 'TEXT';
  return choices.length > longestPlaceholder ? 'NAME' : choices;
}

const isBoolean = (value: string): boolean => value === 'true' || value === 'false';

const defaultOf = ({ default: value }: TextField): string =>
  value === undefined ? '' : `Default: ${JSON.stringify(value)}.`;
