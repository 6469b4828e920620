import type * as z from 'zod';
import { limits } from '../../base/limits.ts';
import { documentedSchema, type FieldSchema } from './documented.ts';

/** Limits of a text field with JSON. */
export interface JsonRules {
  /** Maximum number of array items or object members. */
  entries: number;
  /** Example for messages and the description. */
  example: unknown;
}

/**
 * Parses JSON and counts its entries. They are counted first, because a schema would check every entry before it counts
 * them, and report an issue for each.
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
  return count > entries ? { fault: `must have at most ${entries} entries, not ${count}` } : { value };
}

/** Describes a text field whose JSON has that shape. */
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
