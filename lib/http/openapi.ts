import * as z from 'zod';
import { createDocument, type ZodOpenApiObject, type ZodOpenApiOperationObject } from 'zod-openapi';
import { type ErrorCode, errorCodes } from '../app-error.ts';
import type { Contract, ContractResponse, FileField, MultipartBody } from './contract.ts';
import {
  header,
  idempotencyErrors,
  idempotencyParameter,
  rateLimitHeaders,
  replayable,
  replayedHeader,
} from './openapi-headers.ts';
import { problemContentType, problemOf, problemTable } from './problem.ts';

const problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    code: z.enum(errorCodes).meta({ description: 'What went wrong; the list is closed.' }),
    detail: z.string().meta({ description: 'The same for people.' }),
    requestId: z.string(),
    retryable: z.boolean().meta({ description: 'Whether the same request can succeed later.' }),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'The fields at fault; items of lists as `files[1]`, counted from 0.' }),
  })
  .meta({ id: 'Problem', description: 'Every error answer (RFC 9457).' });

const tags = {
  PDF: 'Merge and split PDFs.',
  HTML: 'Render HTML files and web pages to PDFs and pictures.',
  Office: 'Convert office documents to PDF, as jobs.',
  Jobs: 'Conversions that take longer than an answer.',
  Files: 'Results, which live 24 hours.',
  Uploads: 'Files too large for one request.',
  Service: 'The service itself.',
};

export interface OutgoingCalls {
  webhooks: NonNullable<ZodOpenApiObject['webhooks']>;
  schemas: NonNullable<NonNullable<ZodOpenApiObject['components']>['schemas']>;
}

/**
 * The OpenAPI 3.1 description of the service, made from the contracts that also validate its requests.
 *
 * @param calls the requests that it makes itself, and the schemas that these refer to
 */
export function openApiDocument(contracts: readonly Contract[], version: string, calls: OutgoingCalls) {
  const paths: NonNullable<ZodOpenApiObject['paths']> = {};
  for (const contract of contracts) {
    paths[contract.path] = { ...paths[contract.path], [contract.method.toLowerCase()]: operation(contract) };
  }
  const used = new Set(contracts.map(({ tag }) => tag));
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'File Conversion Service',
      version,
      description:
        'Converts and manipulates documents. Conversions take `multipart/form-data`; files over 4.5 MB go through ' +
        '`POST /api/uploads`. All errors are problems (RFC 9457) with a code of a closed list.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: calls.webhooks,
    components: {
      schemas: calls.schemas,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'fcs_…', description: 'An API key.' },
      },
    },
  });
}

function operation(contract: Contract): ZodOpenApiOperationObject {
  const { name, tag, summary, description, access, body } = contract;
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(access === 'public' ? { security: [] } : {}),
    ...requestParams(contract),
    ...(body
      ? {
          requestBody: {
            required: true,
            content:
              body.kind === 'json'
                ? { 'application/json': { schema: body.schema } }
                : { 'multipart/form-data': { schema: formSchema(body) } },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(contract.responses).map(([status, response]) => [status, success(response, contract)]),
      ),
      ...failures(contract),
    },
  } as ZodOpenApiOperationObject;
}

function requestParams({ method, pathParameters, query, requestHeaders }: Contract) {
  const headers = { ...requestHeaders, ...(method === 'POST' ? idempotencyParameter : {}) };
  const params = {
    ...(pathParameters ? { path: pathParameters } : {}),
    ...(query ? { query } : {}),
    ...(Object.keys(headers).length > 0 ? { header: z.object(headers) } : {}),
  };
  return Object.keys(params).length > 0 ? { requestParams: params } : {};
}

function formSchema({ files, fields }: MultipartBody): z.ZodType {
  const fileSchemas = Object.entries(files).map(([name, field]) => [name, fileSchema(field)]);
  return z.strictObject({ ...(Object.fromEntries(fileSchemas) as z.ZodRawShape), ...fields.shape });
}

function fileSchema({ description, contentTypes, many }: FileField): z.ZodType {
  const one = z.any().meta({
    override: {
      anyOf: [
        { type: 'string', contentMediaType: contentTypes.join(', ') },
        { type: 'string', pattern: '^upl_[0-9A-Z]{26}$', description: 'The id of an upload.' },
      ],
    },
  });
  if (!many) return one.meta({ description });
  const list = z.array(one).min(many.min).max(many.max);
  return (many.min === 0 ? list.optional() : list).meta({ description });
}

function success(
  { description, content, headers = {}, example }: ContractResponse,
  { metered, method }: Contract,
) {
  return {
    description,
    headers: {
      'x-request-id': header('Names the request in the logs.'),
      ...(metered ? rateLimitHeaders : {}),
      ...(method === 'POST' ? replayedHeader : {}),
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, header(value.description, value.example)]),
      ),
    },
    ...(content
      ? {
          content: Object.fromEntries(
            Object.entries(content).map(([type, schema]) => [
              type,
              schema === 'bytes'
                ? { schema: { type: 'string', contentMediaType: type } }
                : { schema, ...(example === undefined ? {} : { example }) },
            ]),
          ),
        }
      : {}),
  };
}

/** The error answers by status: the contract's own and those that the gateway and the chain give. */
function failures({ errors, access, metered, method }: Contract): Record<string, unknown> {
  const codes: ErrorCode[] = [
    ...errors,
    ...(method === 'POST' ? idempotencyErrors : []),
    ...(access === 'key' ? (['unauthorized'] as const) : []),
    ...(metered ? (['unavailable'] as const) : []),
    'rate-limited',
    'internal-error',
  ];
  const statuses = [...new Set(codes.map((code) => problemTable[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => problemTable[code].status === status);
      const [first = 'internal-error'] = own;
      return [
        String(status),
        {
          description: own.map((code) => `\`${code}\``).join(', '),
          headers: {
            'x-request-id': header('Names the request in the logs.'),
            ...([409, 429, 503].includes(status) ? { 'Retry-After': header('Seconds to wait.', '42') } : {}),
            ...(status === 401 ? { 'WWW-Authenticate': header('How to authenticate.', 'Bearer') } : {}),
            ...(metered && status < 500 && status !== 401 ? rateLimitHeaders : {}),
            ...(method === 'POST' && replayable.includes(status) ? replayedHeader : {}),
          },
          content: {
            [problemContentType]: {
              schema: problem,
              example: problemOf(
                { code: first, message: 'What was wrong.', errors: [] },
                'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
              ),
            },
          },
        },
      ];
    }),
  );
}
