import { type ApiDocument, type FieldSchema, type FormSchema, formOf, isFileField } from './api-document.ts';

/**
 * Adapts the OpenAPI document to Swagger UI's forms: Swagger UI recognizes a file field only by its type, not as one of
 * two alternatives, and sends the example of every field that has one.
 */
export function forReference(document: ApiDocument): ApiDocument {
  const copy = structuredClone(document);
  for (const path of Object.values(copy.paths)) {
    for (const operation of Object.values(path)) {
      const form = formOf(operation);
      if (form) adapt(form);
    }
  }
  return copy;
}

function adapt(form: FormSchema): void {
  for (const [name, schema] of Object.entries(form.properties)) {
    const required = form.required?.includes(name) ?? false;
    // Swagger UI sends an empty text for an optional list of files without any.
    if (!required && isFileField(schema) && schema.items) {
      Reflect.deleteProperty(form.properties, name);
      continue;
    }
    form.properties[name] = isFileField(schema) ? fileField(schema) : textField(schema, required);
  }
}

const fileField = ({ anyOf: _, ...schema }: FieldSchema): FieldSchema =>
  schema.items
    ? { ...schema, items: { type: 'string', format: 'binary' } }
    : { ...schema, type: 'string', contentMediaType: 'application/octet-stream' };

function textField(schema: FieldSchema, required: boolean): FieldSchema {
  // JSON in a text field. With its media type, Swagger UI would treat it as a file.
  const { contentMediaType: _, contentSchema: __, examples, ...kept } = schema;
  if (required) return { ...kept, ...(examples ? { examples } : {}) };
  const hints = [
    kept.default === undefined ? '' : `Default: \`${textOf(kept.default)}\`.`,
    examples === undefined ? '' : `Example: \`${textOf(examples[0])}\`.`,
  ];
  const { default: ___, ...plain } = kept;
  return {
    ...plain,
    ...(kept.type === 'boolean' ? { type: 'string', enum: ['true', 'false'] } : {}),
    description: [kept.description ?? '', ...hints].filter(Boolean).join(' '),
    examples: [''],
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
