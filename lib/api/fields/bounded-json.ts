import type * as z from 'zod';
import { limits } from '../../base/limits.ts';
import { documentedSchema, type FieldSchema } from './documented.ts';

/** What a text field of JSON may hold. */
export interface JsonRules {
  /** The most items of an array, or members of an object. */
  entries: number;
  /** For messages and the description. */
  example: unknown;
}

/**
 * Parses JSON and counts its entries. A schema looks at every entry before it counts them, and has an issue for each:
 * so they are counted first.
 *
 * @returns the value, or the fault of `text` as a predicate
 */
export function boundedJson(
  text: string,
  { entries, example }: JsonRules,
): { value: unknown } | { fault: string } {
  if (text.length > limits.textField) return { fault: `must have at most ${limits.textField} characters` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: `must be JSON: ${JSON.stringify(example)}` };
  }
  const count = typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
  return count > entries ? { fault: `has ${count} entries; at most ${entries} are allowed` } : { value };
}

/** What a text of JSON of that shape is in a description. */
export const boundedJsonText =
  (shape: z.ZodType, { entries, example }: JsonRules) =>
  (): FieldSchema => {
    const { $schema: _, ...schema } = documentedSchema(shape);
    const bound = schema.type === 'array' ? { maxItems: entries } : { maxProperties: entries };
    return {
      maxLength: limits.textField,
      contentMediaType: 'application/json',
      contentSchema: { ...schema, ...bound },
      examples: [JSON.stringify(example)],
    };
  };
