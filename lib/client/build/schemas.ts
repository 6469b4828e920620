import * as z from 'zod';
import { contracts } from '../../api/contracts.ts';
import { documentedSchema } from '../../api/fields/documented.ts';
import { documentText } from '../../api/responses/document-text.ts';
import { fileResponse } from '../../api/responses/file-response.ts';
import { inspection } from '../../api/responses/inspection.ts';
import { jobResponse } from '../../api/responses/job-response.ts';
import { validation } from '../../api/responses/validation.ts';

/** The part of a JSON Schema that has descriptions. */
export interface Described {
  description?: string;
  properties?: Readonly<Record<string, Described>>;
  additionalProperties?: Described | boolean;
  items?: Described;
  anyOf?: readonly (Described & { type?: string })[];
}

/** The schemas behind the types of `api-types.ts`, by name: their descriptions become comments. */
export function schemas(): Readonly<Record<string, Described>> {
  return {
    ConversionInputs: ofEach(({ body }) =>
      body?.kind === 'multipart'
        ? { properties: { ...body.files, ...describedBy(documentedSchema(body.fields)).properties } }
        : undefined,
    ),
    ResponseBodies: ofEach(({ responses }) => {
      const schema = Object.values(responses)[0]?.content?.['application/json'];
      return schema instanceof z.ZodType ? describedBy(z.toJSONSchema(schema)) : undefined;
    }),
    Queries: ofEach(({ query }) => query && describedBy(documentedSchema(query))),
    DocumentText: describedBy(z.toJSONSchema(documentText)),
    FileResponse: describedBy(z.toJSONSchema(fileResponse)),
    Inspection: describedBy(z.toJSONSchema(inspection)),
    JobResponse: describedBy(z.toJSONSchema(jobResponse)),
    Validation: describedBy(z.toJSONSchema(validation)),
  };
}

const ofEach = (described: (contract: (typeof contracts)[number]) => Described | undefined): Described => ({
  properties: Object.fromEntries(
    contracts.flatMap((contract) => {
      const found = described(contract);
      return found ? [[contract.name, found]] : [];
    }),
  ),
});

/** A schema with its definitions in place of the references to them, but for those of a definition to itself. */
function describedBy(schema: z.core.JSONSchema.BaseSchema): Described {
  const resolve = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => resolve(each, within));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...others } = value as { $ref?: string };
    const isNew = $ref !== undefined && !within.includes($ref);
    const definition = isNew ? schema.$defs?.[$ref.replace('#/$defs/', '')] : {};
    const inside = isNew ? [...within, $ref] : within;
    return Object.fromEntries(
      Object.entries({ ...(definition as object), ...others }).map(([key, each]) => [
        key,
        resolve(each, inside),
      ]),
    );
  };
  const { $defs: _, ...root } = schema;
  return resolve(root, []) as Described;
}
