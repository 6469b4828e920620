import type * as z from 'zod';
import { documentedSchema } from '../../api/fields/documented.ts';
import { type ConversionContract, operandField } from './commands.ts';

type FieldSchema = z.core.JSONSchema.JSONSchema;

/** An option of a command, made from a field of its contract. */
export interface CommandOption {
  /** As typed, without the hyphens. */
  name: string;
  field: string;
  kind: 'flag' | 'text' | 'files';
  /** What stands for the value in `--help`; empty for flags. */
  placeholder: string;
  description: string;
  required: boolean;
}

export const kebabCase = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The options of all `contracts`, each once. What the operands of the command give is none of them. */
export function optionsOf(contracts: readonly ConversionContract[]): CommandOption[] {
  const options = contracts.flatMap((contract) => [...fileOptions(contract), ...textOptions(contract)]);
  return [...new Map(options.map((option) => [option.name, option])).values()];
}

function fileOptions(contract: ConversionContract): CommandOption[] {
  return Object.entries(contract.body.files)
    .filter(([field]) => field !== operandField(contract))
    .map(([field, { description }]) => ({
      // One at a time, so without the plural's s.
      name: kebabCase(field.replace(/s$/, '')),
      field,
      kind: 'files',
      placeholder: 'FILE',
      description: `Can be given several times. ${description}`,
      required: false,
    }));
}

function textOptions(contract: ConversionContract): CommandOption[] {
  const { properties = {}, required = [] } = documentedSchema(contract.body.fields);
  return Object.entries(properties as Record<string, FieldSchema>)
    .filter(([field]) => field !== operandField(contract))
    .map(([field, schema]) => ({
      name: kebabCase(field),
      field,
      kind: schema.type === 'boolean' ? 'flag' : 'text',
      placeholder: placeholderOf(schema),
      description: [schema.description, defaultOf(schema)].filter(Boolean).join(' '),
      required: required.includes(field),
    }));
}

function placeholderOf({ type, enum: values, contentMediaType }: FieldSchema): string {
  if (type === 'boolean') return '';
  if (type === 'integer' || type === 'number') return 'N';
  if (contentMediaType === 'application/json') return 'JSON';
  return values?.join('|') ?? 'TEXT';
}

const defaultOf = ({ default: value }: FieldSchema): string =>
  value === undefined ? '' : `Default ${JSON.stringify(value)}.`;
