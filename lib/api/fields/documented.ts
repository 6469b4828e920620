import * as z from 'zod';

/** The documentation of a field besides its description: JSON Schema keywords. */
export interface FieldSchema {
  type?: 'string' | 'boolean' | 'integer' | 'number';
  enum?: readonly string[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  examples?: readonly [unknown, ...unknown[]];
  contentMediaType?: string;
  contentSchema?: unknown;
  anyOf?: readonly FieldSchema[];
}

/**
 * Documents a field of a form, a query or a path. For a field that is parsed from text, Zod's schema only states that
 * it is a string, so this schema adds the valid values. It is only documentation; the field itself validates.
 */
export const documented = <T extends z.ZodType>(
  field: T,
  description: string,
  schema: FieldSchema | (() => FieldSchema),
): T =>
  field.meta({
    description,
    override: ({ jsonSchema }: { jsonSchema: object }) => {
      for (const keyword of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, keyword);
      const keywords = typeof schema === 'function' ? schema() : schema;
      Object.assign(jsonSchema, { description, type: 'string', ...keywords });
    },
  });

/** Returns the JSON Schema of the input, with the additions of `documented`. */
export const documentedSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    io: 'input',
    override: (context) => {
      const { override } = z.globalRegistry.get(context.zodSchema) ?? {};
      if (typeof override === 'function') (override as (context: object) => void)(context);
    },
  });
