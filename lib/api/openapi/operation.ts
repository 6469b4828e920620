import * as z from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { idPattern } from '../../base/identifiers.ts';
import { limits } from '../../base/limits.ts';
import {
  type Contract,
  type ContractResponse,
  type FileField,
  type JsonBody,
  type MultipartBody,
  replays,
} from '../contract.ts';
import {
  contractHeaderRefs,
  describedHeaders,
  idempotencyParameter,
  rateLimitHeaderRefs,
  replayedHeaderRef,
  requestIdHeaderRef,
} from './headers.ts';
import { problemResponses } from './problems.ts';

/** The OpenAPI description of one endpoint. */
export function openApiOperation(contract: Contract): ZodOpenApiOperationObject {
  const { name, tag, summary, description, access, body } = contract;
  const successes = Object.fromEntries(
    Object.entries(contract.responses).map(([status, response]) => [status, success(response, contract)]),
  );
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(access === 'public' ? { security: [] } : {}),
    ...(contract.basicAuth ? { security: [{ apiKey: [] }, { basicKey: [] }] } : {}),
    ...requestParams(contract),
    ...(body ? { requestBody: { required: true, content: requestContent(body) } } : {}),
    responses: { ...successes, ...problemResponses(contract) },
  } as ZodOpenApiOperationObject;
}

function requestParams(contract: Contract) {
  const { pathParameters, query, requestHeaders } = contract;
  const headers = { ...requestHeaders, ...(replays(contract) ? idempotencyParameter : {}) };
  const params = {
    ...(pathParameters ? { path: pathParameters } : {}),
    ...(query ? { query } : {}),
    ...(Object.keys(headers).length > 0 ? { header: z.object(headers) } : {}),
  };
  return Object.keys(params).length > 0 ? { requestParams: params } : {};
}

function requestContent(body: MultipartBody | JsonBody): object {
  return body.kind === 'json'
    ? { 'application/json': { schema: body.schema } }
    : { 'multipart/form-data': { schema: formSchema(body) } };
}

function formSchema({ files, fields, rules = [] }: MultipartBody): z.ZodType {
  const fileSchemas = Object.entries(files).map(([name, field]) => [name, fileSchema(field)]);
  return z
    .strictObject({ ...(Object.fromEntries(fileSchemas) as z.ZodRawShape), ...fields.shape })
    .meta({ override: rules.length > 0 ? { allOf: [...rules] } : {} });
}

const anyType = '*/*';

/**
 * A file part, or a text field that names a file. The file comes first, because tools that support only one alternative
 * show the first.
 */
function fileSchema({ description, contentTypes, many }: FileField): z.ZodType {
  const [contentMediaType = anyType] = contentTypes;
  const one = z.any().meta({
    override: {
      anyOf: [
        {
          type: 'string',
          format: 'binary',
          minLength: 1,
          ...(contentMediaType === anyType ? {} : { contentMediaType }),
          description: 'A file part.',
        },
        { type: 'string', pattern: idPattern('upl'), description: 'The id of an upload, as a text field.' },
        { type: 'string', pattern: idPattern('file'), description: 'The id of a result, as a text field.' },
        {
          type: 'string',
          format: 'uri',
          pattern: '^https?://',
          maxLength: limits.urlCharacters,
          description: 'An https URL at a public address, as a text field. The service downloads the file.',
        },
      ],
    },
  });
  if (!many) return one.meta({ description });
  const list = z.array(one).min(many.min).max(many.max);
  return (many.min === 0 ? list.optional() : list).meta({ description });
}

function success(
  { description, content, headers = {}, example, examples, links }: ContractResponse,
  contract: Contract,
): object {
  return {
    description,
    headers: {
      ...requestIdHeaderRef,
      ...(contract.metered ? rateLimitHeaderRefs : {}),
      ...(replays(contract) ? replayedHeaderRef : {}),
      ...contractHeaderRefs(contract),
      ...describedHeaders(headers),
    },
    ...(content
      ? {
          content: Object.fromEntries(
            Object.entries(content).map(([type, schema]) => [
              type,
              schema === 'bytes'
                ? { schema: { type: 'string', format: 'binary', contentMediaType: type } }
                : {
                    schema,
                    ...(example === undefined || !type.endsWith('json') ? {} : { example }),
                    ...(examples === undefined ? {} : { examples }),
                  },
            ]),
          ),
        }
      : {}),
    ...(links ? { links } : {}),
  };
}
