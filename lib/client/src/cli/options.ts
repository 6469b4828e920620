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
  /** Whether a name in the description is a value or a JSON property of the option itself, not another option. */
  isOwnName: (name: string) => boolean;
  required: boolean;
}

export const kebabCase = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The options of all `operations`, each once, without the field that operands fill. */
export function commandOptionsOf(operations: readonly Operation[]): CommandOption[] {
  const options = operations.flatMap((operation) =>
    [...fileOptions(operation), ...textOptions(operation)].map((option) => ({ operation, option })),
  );
  return [...groups(options, ({ option }) => option.name).values()].flatMap((variants) => {
    const [first] = variants;
    if (!first) return [];
    const descriptions = variants.map(({ operation, option }): Described => [operation, option.description]);
    return [{ ...first.option, description: combined(descriptions, operations.length) }];
  });
}

/** As `Map.groupBy`, which Node.js 20 does not have. */
function groups<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]);
  return found;
}

type Described = readonly [operation: Operation, description: string];

/** The documents of an operation that shares a command with others. */
const documents: Readonly<Partial<Record<Operation['name'], string>>> = {
  'convert-docx': 'Text documents',
  'convert-xlsx': 'Spreadsheets',
  'convert-pptx': 'Presentations',
};

/** The description of an option of several of `total` operations, and where they differ, of which. */
function combined(descriptions: readonly Described[], total: number): string {
  const byText = groups(descriptions, ([, text]) => text);
  const labelOf = (variants: readonly Described[]) =>
    variants.map(([{ name }]) => documents[name] ?? name).join(', ');
  const [text = ''] = byText.keys();
  if (byText.size === 1)
    return descriptions.length === total ? text : `${labelOf(descriptions)} only. ${text}`;
  return [...byText].map(([each, variants]) => `${labelOf(variants)}: ${each}`).join(' ');
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
      isOwnName: () => false,
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
      isOwnName: ownNames(field, schema),
      required: operation.required.includes(field),
    }));
}

/** Tests whether a name is that of the field, one of its values, or a property of its JSON. */
function ownNames(field: string, { enum: values = [], contentSchema, anyOf = [] }: TextField) {
  const schemas = [contentSchema, ...anyOf.map((each) => each.contentSchema)];
  return (name: string): boolean =>
    name === field || values.includes(name) || schemas.some((schema) => hasProperty(schema, name));
}

/** Whether a JSON Schema has a property of that name at any depth. A reference to another schema can have any. */
function hasProperty(schema: unknown, name: string): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { properties, $ref } = schema as { properties?: object; $ref?: string };
  if ($ref !== undefined || Object.hasOwn(properties ?? {}, name)) return true;
  return Object.values(schema).some((each) => hasProperty(each, name));
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
