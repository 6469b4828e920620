/** The part of the OpenAPI document that the page reads. */
export interface ApiDocument {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, FormSchema> };
}

export interface Operation {
  requestBody?: { content: Record<string, { schema: FormSchema }> };
}

export interface FormSchema {
  properties: Record<string, FieldSchema>;
  required?: string[];
}

export interface FieldSchema {
  type?: string;
  description?: string;
  enum?: (string | boolean)[];
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  format?: string;
  contentMediaType?: string;
  contentSchema?: ContentSchema;
  anyOf?: FieldSchema[];
  items?: FieldSchema;
}

/** The JSON of a text field: an object that the document describes by itself, or a list of such objects. */
interface ContentSchema {
  oneOf?: { $ref?: string }[];
}

/** A text field of a conversion. */
export interface Field {
  name: string;
  description: string;
  kind: 'boolean' | 'number' | 'choice' | 'text';
  choices: readonly string[];
  /** The default as text; empty if there is none. */
  byDefault: string;
  example: string;
  required: boolean;
  minimum: number | undefined;
  maximum: number | undefined;
}

/** Fetches the OpenAPI document of the service that serves this page, with its URL in `servers`. */
export async function readDocument(baseUrl: string): Promise<ApiDocument> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  if (!response.ok)
    throw new Error(`The request for the OpenAPI document returned status ${response.status}.`);
  const document = (await response.json()) as ApiDocument;
  // The URL in the browser: behind a proxy, the service does not know it.
  return { ...document, servers: [{ url: baseUrl }] };
}

const takesFile = ({ anyOf }: FieldSchema): boolean =>
  anyOf?.some(({ format }) => format === 'binary') ?? false;

/** Whether the field is a file, or a list of files. */
export const isFileField = (schema: FieldSchema): boolean =>
  takesFile(schema) || (schema.items !== undefined && takesFile(schema.items));

export const formOf = (operation: Operation | undefined): FormSchema | undefined =>
  operation?.requestBody?.content['multipart/form-data']?.schema;

/** The text fields of the form that `POST path` accepts. */
export const fieldsOf = (document: ApiDocument, path: string): Field[] =>
  fieldsIn(formOf(document.paths[path]?.['post']));

/** The members of the object that a text field of that form contains as JSON. */
export function membersOf(document: ApiDocument, path: string, field: string): Field[] {
  const { contentSchema } = formOf(document.paths[path]?.['post'])?.properties[field] ?? {};
  const name = contentSchema?.oneOf?.[0]?.$ref?.split('/').at(-1) ?? '';
  return fieldsIn(document.components.schemas[name]);
}

function fieldsIn({ properties, required = [] }: FormSchema = { properties: {} }): Field[] {
  return Object.entries(properties)
    .filter(([, schema]) => !isFileField(schema))
    .map(([name, schema]) => ({
      name,
      description: schema.description ?? '',
      kind: kindOf(schema),
      choices: choicesOf(schema),
      byDefault: textOf(schema.default),
      example: textOf(schema.examples?.[0]),
      required: required.includes(name),
      minimum: schema.minimum,
      maximum: schema.maximum,
    }));
}

/** A field without a default is not a checkbox: a checkbox cannot show that no value is chosen. */
const isSwitch = ({ type, default: byDefault }: FieldSchema): boolean =>
  type === 'boolean' && byDefault !== undefined;

const choicesOf = ({ type, enum: choices = [] }: FieldSchema): string[] =>
  type === 'boolean' ? ['true', 'false'] : choices.map(String);

function kindOf(schema: FieldSchema): Field['kind'] {
  const { type, enum: choices } = schema;
  if (isSwitch(schema)) return 'boolean';
  if (choices || type === 'boolean') return 'choice';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
