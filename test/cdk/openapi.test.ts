import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openApiFile, openApiText } from '../../cdk/openapi.ts';
import { contracts } from '#lib/api/contracts.ts';
import type { Contract } from '#lib/api/contract.ts';
import { problemTable } from '#lib/api/problem.ts';

type JsonSchema = Record<string, unknown>;

interface Content {
  schema: JsonSchema & { properties: Record<string, FieldSchema>; additionalProperties: boolean };
  example?: unknown;
  examples?: Record<string, { $ref: string } | { value: unknown }>;
}

interface FieldSchema extends JsonSchema {
  description?: string;
  default?: unknown;
  examples?: unknown[];
  contentSchema?: JsonSchema;
}

interface Response {
  description: string;
  headers?: Record<string, { $ref: string } | { description: string; schema: JsonSchema; example?: unknown }>;
  content?: Record<string, Content>;
  links?: Record<string, { operationId: string; parameters: Record<string, string> }>;
}

interface Operation {
  operationId: string;
  security?: unknown[];
  parameters?: { name: string; in: string; description: string; schema: FieldSchema }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Response>;
}

const described = JSON.parse(openApiText()) as {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

const operationOf = ({ path, method }: Contract): Operation => {
  const operation = described.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  return operation;
};

/** Resolves a reference within the document. */
const resolved = <T>(value: T | { $ref: string }): T => {
  const { $ref } = value as { $ref?: string };
  const [, , kind = '', name = ''] = $ref?.split('/') ?? [];
  return $ref === undefined ? (value as T) : (described.components[kind]?.[name] as T);
};

/** Returns a function that validates values against a schema of the document. */
function validator(schema: JsonSchema): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: described.components['schemas'] });
  return z.fromJSONSchema(
    JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/')) as z.core.JSONSchema.JSONSchema,
  );
}

const all = contracts.map((contract) => [contract.name, contract] as const);
const forms = all.flatMap(([name, { body, ...contract }]) =>
  body?.kind === 'multipart' ? [[name, { ...contract, body }] as const] : [],
);

describe('openapi.json', () => {
  it('equals the description that the contracts generate (update it with npm run openapi)', () => {
    expect(readFileSync(openApiFile, 'utf8')).toBe(openApiText());
  });

  it.each(all)('describes %s', (_, contract) => {
    const operation = operationOf(contract);
    expect(operation.operationId).toBe(contract.name);
    expect(operation.security).toEqual(contract.access === 'public' ? [] : undefined);
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining([...Object.keys(contract.responses), '429', '500']),
    );
  });

  it.each(all)('lists the errors of %s by status', (_, contract) => {
    const { responses } = operationOf(contract);
    const reported = Object.entries(responses).flatMap(([status, { content }]) => {
      const problem = content?.['application/problem+json'];
      const codes = (problem?.schema.properties['code']?.['enum'] ?? []) as (keyof typeof problemTable)[];
      for (const code of codes) expect(problemTable[code].status).toBe(Number(status));
      if (Number(status) >= 400) expect(Object.keys(problem?.examples ?? {})).toEqual(codes);
      return codes;
    });
    expect(reported).toEqual(expect.arrayContaining([...contract.errors, 'internal-error']));
  });

  it.each(all)('has valid examples of the responses of %s', (_, contract) => {
    for (const { headers = {}, content = {} } of Object.values(operationOf(contract).responses)) {
      expect(Object.keys(headers)).toContain('x-request-id');
      for (const [type, { schema, example, examples = {} }] of Object.entries(content)) {
        const values = Object.values(examples).map((each) => resolved<{ value: unknown }>(each).value);
        if (example !== undefined) values.push(example);
        if (type.endsWith('json') && contract.name !== 'docs') expect(values).not.toEqual([]);
        for (const value of values) validator(schema).parse(value);
      }
      for (const [name, header] of Object.entries(headers)) {
        const { description, schema, example } = resolved(header);
        expect([name, description]).toEqual([name, expect.stringMatching(/./)]);
        if (example !== undefined) validator(schema).parse(example);
      }
    }
  });

  it.each(all)('links responses of %s to existing operations', (_, contract) => {
    for (const { links = {} } of Object.values(operationOf(contract).responses)) {
      for (const { operationId, parameters } of Object.values(links)) {
        const target = contracts.find(({ name }) => name === operationId);
        const known = operationOf(target ?? contract).parameters?.map(({ name }) => name);
        expect(target?.name).toBe(operationId);
        expect(known).toEqual(expect.arrayContaining(Object.keys(parameters)));
      }
    }
  });

  it.each(all)('describes the parameters of %s with valid examples', (_, contract) => {
    const shapes = { ...contract.pathParameters?.shape, ...contract.query?.shape };
    for (const { name, description, schema } of operationOf(contract).parameters ?? []) {
      expect([name, description, schema.examples]).toEqual([
        name,
        expect.stringMatching(/./),
        [expect.anything()],
      ]);
      for (const example of schema.examples ?? []) {
        validator(schema).parse(example);
        (shapes[name] as z.ZodType | undefined)?.parse(String(example));
      }
    }
  });

  it.each(forms)('describes all fields of %s, and no others', (name, { body, ...contract }) => {
    const { schema } = operationOf({ ...contract, body }).requestBody?.content['multipart/form-data'] ?? {};
    const { files, fields } = body;
    expect(Object.keys(schema?.properties ?? {})).toEqual([
      ...Object.keys(files),
      ...Object.keys(fields.shape),
    ]);
    expect(schema?.additionalProperties).toBe(false);
    for (const [field, { description }] of Object.entries(schema?.properties ?? {})) {
      expect([name, field, description]).toEqual([name, field, expect.stringMatching(/./)]);
    }
  });

  it.each(forms)('has a valid example for each text field of %s', (_, { body, ...contract }) => {
    const { schema } = operationOf({ ...contract, body }).requestBody?.content['multipart/form-data'] ?? {};
    for (const [name, field] of Object.entries(body.fields.shape)) {
      const { examples = [], contentSchema, ...rest } = schema?.properties[name] ?? {};
      expect([name, examples]).not.toEqual([name, []]);
      for (const example of examples) {
        validator(rest).parse(example);
        if (contentSchema) validator(contentSchema).parse(JSON.parse(String(example)));
        (field as z.ZodType).parse(String(example));
      }
    }
  });

  it.each(forms)('states the defaults of %s', (_, { body, ...contract }) => {
    const { schema } = operationOf({ ...contract, body }).requestBody?.content['multipart/form-data'] ?? {};
    for (const [name, { default: reported }] of Object.entries(schema?.properties ?? {})) {
      const field = body.fields.shape[name] as z.ZodType | undefined;
      if (reported !== undefined) expect([name, field?.parse(undefined)]).toEqual([name, reported]);
    }
  });
});
