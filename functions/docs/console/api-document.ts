/** As much of the API's description as the page reads. */
export interface ApiDocument {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
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
  contentSchema?: unknown;
  anyOf?: FieldSchema[];
  items?: FieldSchema;
}

/** A text field of a conversion, as a form shows it. */
export interface Field {
  name: string;
  description: string;
  kind: 'boolean' | 'number' | 'choice' | 'text';
  choices: readonly string[];
  /** What holds where the field is left out, as text; empty where nothing in particular does. */
  byDefault: string;
  example: string;
  required: boolean;
  minimum: number | undefined;
  maximum: number | undefined;
}

/** The description of the service that serves this page, its own address in it. */
export async function readDocument(baseUrl: string): Promise<ApiDocument> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  if (!response.ok) throw new Error(`The description of the API was answered with ${response.status}.`);
  const document = (await response.json()) as ApiDocument;
  // Where the browser reached it, which behind a proxy is not what the service knows of itself.
  return { ...document, servers: [{ url: baseUrl }] };
}

const takesFile = ({ anyOf }: FieldSchema): boolean =>
  anyOf?.some(({ format }) => format === 'binary') ?? false;

/** Whether the field is a file, or a list of files. */
export const isFileField = (schema: FieldSchema): boolean =>
  takesFile(schema) || (schema.items !== undefined && takesFile(schema.items));

export const formOf = (operation: Operation | undefined): FormSchema | undefined =>
  operation?.requestBody?.content['multipart/form-data']?.schema;

/** The text fields of the form that `POST path` takes. */
export function fieldsOf(document: ApiDocument, path: string): Field[] {
  const { properties = {}, required = [] } = formOf(document.paths[path]?.['post']) ?? {};
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

/** Without a default, neither state of a checkbox would say that nothing is chosen. */
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
