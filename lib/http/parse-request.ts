import type { APIGatewayProxyEvent } from 'aws-lambda';
import { clientValues } from '../api/fields/client-values.ts';
import { AppError, combineFaults, type FieldFault } from '../base/app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import { limits, uploadHint } from '../base/limits.ts';
import type { Contract, JsonBody } from '../api/contract.ts';
import type { InputMemory } from '../files/input-memory.ts';
import { faultsOf } from './field-fault.ts';
import type { FormReader } from './form-reader.ts';
import { acceptOf, baseUrlOf, bodyOf, headerOf, type ParsedRequest, preferencesOf } from './request.ts';
import { shownName } from '../base/shortened.ts';

interface ParseContext {
  principal: Principal | undefined;
  readForm: FormReader | undefined;
  /** For the bytes of a form; new memory if absent. */
  memory?: Pick<InputMemory, 'take'> | undefined;
  /** Epoch milliseconds. */
  deadline: number;
  /** Size of the largest result that the response may contain, in bytes. */
  inlineBytes: number;
  call: Pick<ParsedRequest<Contract>, 'admitted' | 'reservedJob'>;
}

/**
 * Validates a request against its contract.
 *
 * @throws AppError `invalid-field` or another code of the invalid fields, `invalid-request` when they have different codes,
 * `unsupported-content-type` or `file-too-large` when the body is not accepted, `not-found` when the path has no valid id
 */
export async function parseRequest<C extends Contract>(
  contract: C,
  event: APIGatewayProxyEvent,
  { principal, readForm, memory, deadline, inlineBytes, call }: ParseContext,
): Promise<ParsedRequest<C>> {
  const request = {
    accept: acceptOf(event),
    preferences: preferencesOf(event),
    requestPath: (event.requestContext as { path?: string }).path ?? event.path,
    header: (name: string) => headerOf(event, name),
    baseUrl: baseUrlOf(event),
    requestId: event.requestContext.requestId,
    deadline,
    inlineBytes,
    ...call,
    ...(principal ? { principal } : {}),
    ...queryOf(contract, event),
    ...pathOf(contract, event),
    ...(await parseBody(contract, event, { principal, readForm, memory, deadline })),
  };
  return request as unknown as ParsedRequest<C>;
}

async function parseBody(
  contract: Contract,
  event: APIGatewayProxyEvent,
  {
    principal,
    readForm,
    memory,
    deadline,
  }: Pick<ParseContext, 'principal' | 'readForm' | 'memory' | 'deadline'>,
): Promise<object> {
  const { body } = contract;
  if (!body) return {};
  if (body.kind === 'json') return { json: parseJson(event, body) };
  if (!principal || !readForm) throw new TypeError(`${contract.name} needs a caller and a form reader`);
  const bytes = bodyOf(event, memory);
  if (bytes.length > limits.requestBody) {
    throw new AppError(
      'file-too-large',
      `The request has ${bytes.length} bytes; the limit is ${limits.inlineBody}. ${uploadHint}`,
    );
  }
  return readForm(headerOf(event, 'content-type'), bytes, body, principal.keyId, deadline);
}

function parseJson(event: APIGatewayProxyEvent, { schema }: JsonBody): unknown {
  if (!/^application\/json\s*(;|$)/i.test(headerOf(event, 'content-type')?.trim() ?? '')) {
    throw new AppError('unsupported-content-type', 'The Content-Type header must be application/json.');
  }
  const bytes = bodyOf(event);
  if (bytes.length > limits.jsonBody) {
    throw new AppError(
      'file-too-large',
      `The body has ${bytes.length} bytes; the limit of a JSON body is ${limits.jsonBody}.`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new AppError('invalid-request', 'The body is not valid JSON.', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('invalid-request', 'The body must be a JSON object.');
  }
  const result = schema.safeParse(value, clientValues);
  if (!result.success) throw combineFaults(result.error.issues.flatMap(faultsOf));
  return result.data;
}

function queryOf({ access, query }: Contract, event: APIGatewayProxyEvent): object {
  // Public endpoints accept any query parameter: health checks add their own.
  if (access === 'public') return {};
  const known = Object.keys(query?.shape ?? {});
  const given = Object.entries(event.queryStringParameters ?? {});
  const faults: FieldFault[] = [];
  const values: Record<string, string> = {};
  for (const [field, value = ''] of given) {
    const fault = (message: string) =>
      faults.push({ code: 'invalid-field', field: shownName(field), message });
    // Sent in the query instead of the body, a parameter would be ignored without notice.
    if (!known.includes(field)) fault('is not a query parameter of this endpoint');
    else if ((event.multiValueQueryStringParameters?.[field]?.length ?? 1) > 1) fault('must not be repeated');
    else values[field] = value;
  }
  const result = query?.safeParse(values, clientValues);
  if (result?.success === false) faults.push(...result.error.issues.flatMap(faultsOf));
  if (faults.length > 0) throw combineFaults(faults);
  return result ? { query: result.data } : {};
}

function pathOf(contract: Contract, event: APIGatewayProxyEvent): object {
  if (!contract.pathParameters) return {};
  const result = contract.pathParameters.safeParse(event.pathParameters ?? {});
  if (!result.success) throw new AppError('not-found', 'There is no resource at this URL.');
  return { path: result.data };
}
