import * as z from 'zod';

/** What a description says of a field beside its meaning: keywords of JSON Schema. */
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
}

/**
 * Describes a field of a form, a query or a path. Zod says of a field that it reads from text only that it is a text: the
 * schema says what the text may be. It is for the documentation alone; the field itself checks.
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

/** The JSON Schema of what is sent, with what `documented` says of it. */
export const documentedSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    io: 'input',
    override: (context) => {
      const { override } = z.globalRegistry.get(context.zodSchema) ?? {};
      if (typeof override === 'function') (override as (context: object) => void)(context);
    },
  });
