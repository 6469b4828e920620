import { expect, inject } from 'vitest';
import { ConversionClient } from '#lib/client/src/index.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import type { Problem } from '#lib/api/problem.ts';
import { openKeyAdmin } from '../../cdk/stack-access.ts';
import { describedCodes } from './described-problems.ts';
import type { PlanName } from '#lib/auth/plans.ts';

/** The local run that the integration tests share. */
export const stack = inject('stack');

/** Creates a key for a test that exhausts or revokes one. */
export async function newKey(plan: PlanName) {
  const { outputs, region, credentials, endpoints } = stack;
  const admin = openKeyAdmin({ outputs, local: { region, credentials, endpoints } });
  return { admin, ...(await admin.create({ plan, name: 'Test' })) };
}

export interface Call {
  method?: string;
  /** Undefined for the Business key, null for none. */
  key?: string | null;
  headers?: Record<string, string>;
  body?: FormData | Buffer | string;
}

export function call(path: string, { method, key = stack.keys.business, headers = {}, body }: Call = {}) {
  return fetch(`${stack.baseUrl}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : body }),
  });
}

/** A form: Buffers become file parts, strings text fields, in order. */
export function form(...fields: [name: string, value: Buffer | string, fileName?: string][]): FormData {
  const data = new FormData();
  for (const [name, value, fileName = 'input.pdf'] of fields) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value)], { type: 'application/pdf' }), fileName);
  }
  return data;
}

/** Asserts that `response` is a problem with that status and code, which the description lists, and returns it. */
export async function problem(response: Response, status: number, code: string): Promise<Problem> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const body = JSON.parse(text) as Problem;
  // The gateway's own problems have the URL of the stage; those of functions have the URL that was called.
  expect([`${stack.baseUrl}/docs/errors#${code}`, `${stack.baseUrl}/prod/docs/errors#${code}`]).toContain(
    body.type,
  );
  expect(body).toMatchObject({
    status,
    code,
    requestId: response.headers.get('x-request-id'),
  });
  const described = describedCodes(new URL(response.url).pathname, status);
  // Methods that no operation describes return it too.
  if (described !== undefined && code !== 'not-found') expect(described).toContain(code);
  return body;
}

/** Asserts a JSON response, and returns its body. */
export async function jsonOf<T = FileResponse>(response: Response, status = 200): Promise<T> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('x-request-id')).toMatch(/.+/);
  return JSON.parse(text) as T;
}

/** Waits for the end of a job. */
export async function endedJob(
  { id }: Pick<JobResponse, 'id'>,
  key = stack.keys.business,
): Promise<JobResponse> {
  for (;;) {
    const job = await jsonOf<JobResponse>(await call(`/api/jobs/${id}?wait=20`, { key }));
    if (job.finishedAt) return job;
  }
}

/** Fetches the content of a presigned URL. */
export async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Uploads `content` the way clients do, and gives the upload id. */
export function upload(content: Buffer, fileName = 'large.pdf', key = stack.keys.business): Promise<string> {
  const client = new ConversionClient({ baseUrl: stack.baseUrl, apiKey: key });
  return client.upload(new File([new Uint8Array(content)], fileName, { type: 'application/pdf' }));
}

/** Posts `content` to a presigned form. */
export function post(url: string, fields: Record<string, string>, content: Buffer): Promise<Response> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  data.append('file', new Blob([new Uint8Array(content)]));
  return fetch(url, { method: 'POST', body: data });
}
