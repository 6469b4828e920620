import { problemContentType, problemOf } from '../../api/problem.ts';
import type { ErrorCode, FieldError } from '../../base/app-error.ts';
import { ConversionClient } from '../src/conversion-client.ts';

/** A request that a `FakeService` got. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: Headers;
  body: Uint8Array;
}

/** Stands in for `fetch`: responds as the test says, and records what was sent. */
export class FakeService {
  readonly requests: ReceivedRequest[] = [];
  readonly #response: (request: ReceivedRequest, index: number) => Response | Promise<Response>;

  constructor(response: (request: ReceivedRequest, index: number) => Response | Promise<Response>) {
    this.#response = response;
  }

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', body = null, signal } = init;
    signal?.throwIfAborted();
    const sent = new Response(body, { headers: new Headers(init.headers) });
    const request = {
      method,
      url: input instanceof Request ? input.url : String(input),
      headers: sent.headers,
      body: new Uint8Array(await sent.arrayBuffer()),
    };
    this.requests.push(request);
    return this.#response(request, this.requests.length - 1);
  };

  /** The parts of the form that the request of that index was. */
  async formOf(index: number): Promise<FormPart[]> {
    const { headers, body = new Uint8Array() } = this.requests[index] ?? {};
    return readForm(body, headers?.get('content-type') ?? '');
  }
}

/** A client of that service. */
export const clientOf = (service: FakeService, retries = 0): ConversionClient =>
  new ConversionClient({
    baseUrl: 'https://api.example.com/prod/',
    apiKey: 'fcs_key',
    fetch: service.fetch,
    retries,
  });

/** A text, or a file as its name, type and content. */
export type FormPart = [field: string, value: string | { name: string; type: string; text: string }];

/** The parts of `multipart/form-data` as the platform's own reader finds them. */
export async function readForm(body: Uint8Array, contentType: string): Promise<FormPart[]> {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- For servers, since it reads all into memory.
  const form = await response.formData();
  return Promise.all(
    [...form].map(async ([field, value]): Promise<FormPart> => {
      if (typeof value === 'string') return [field, value];
      return [field, { name: value.name, type: value.type, text: await value.text() }];
    }),
  );
}

export const jsonResponse = (value: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** A problem as the service returns it. */
export function problemResponse(
  code: ErrorCode,
  message = 'No.',
  { errors = [], headers = {} }: { errors?: FieldError[]; headers?: Record<string, string> } = {},
): Response {
  const problem = problemOf(
    { code, message, errors },
    { requestId: 'request-1', baseUrl: 'https://api.example.com' },
  );
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': problemContentType, ...headers },
  });
}
