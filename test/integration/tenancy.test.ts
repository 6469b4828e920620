import { request as rawRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '#lib/api/problem.ts';
import type { Contract } from '#lib/api/contract.ts';
import type { JobListResponse } from '#lib/jobs/list-jobs.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { contracts } from '#lib/api/contracts.ts';
import { call, download, form, jsonOf, newKey, problem, stack, upload } from '../support/client.ts';
import { makeDocx } from '../support/office.ts';
import { makePdf } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';
import { exchange } from '../fuzz/raw-http.ts';

const page = await makePdf('Page', 1);

/** What one client has that others might want. */
interface Belongings {
  key: string;
  file: string;
  uploadId: string;
  /** Undefined where tests with LibreOffice are left out. */
  job: string | undefined;
  cursor: string | undefined;
}

async function settle(): Promise<Belongings> {
  const { key } = await newKey('business');
  const merged = await jsonOf(
    await call('/api/pdf/merge', { key, body: form(['files', page], ['files', page]) }),
  );
  const submit = () =>
    call('/api/convert/docx-to-pdf', { key, body: form(['file', makeDocx({ text: 'mine' }), 'mine.docx']) });
  const job = leftOut('libreoffice') ? undefined : await jsonOf<JobResponse>(await submit(), 202);
  if (job) {
    await submit();
    await call(`/api/jobs/${job.id}?wait=20`, { key });
  }
  const { nextCursor } = await jsonOf<JobListResponse>(await call('/api/jobs?limit=1', { key }));
  return {
    key,
    file: merged.id,
    uploadId: await upload(page, 'mine.pdf', key),
    job: job?.id,
    cursor: nextCursor ?? undefined,
  };
}

let victim: Belongings;
let other: { key: string };
beforeAll(async () => {
  victim = await settle();
  other = await newKey('business');
}, 60_000);

const guarded = contracts.filter(({ access }) => access === 'key');
const named = ({ method, path }: Contract): string => `${method} ${path}`;

/** The path with the victim's id in it. */
const pathOf = ({ path }: Contract): string =>
  path.replace(
    '{id}',
    (path.startsWith('/api/jobs')
      ? victim.job
      : path.startsWith('/api/uploads')
        ? victim.uploadId
        : victim.file) ?? 'job_0',
  );

describe('a resource of another client', () => {
  it.each(guarded.filter(({ path }) => path.includes('{id}')).map((contract) => [named(contract), contract]))(
    'does not exist: %s',
    async (_, contract) => {
      const response = await call(pathOf(contract), { key: other.key, method: contract.method });
      const { detail } = await problem(response, 404, 'not-found');
      // The same is said of what never was.
      const absent = pathOf(contract).replace(/(_).*?(\/|$)/, '$101KD6Z0000000000000000000Z$2');
      const unknown = await call(absent, { key: other.key, method: contract.method });
      expect((await problem(unknown, 404, 'not-found')).detail).toBe(detail);
    },
  );

  const uploading = guarded.flatMap((contract) =>
    contract.body && 'files' in contract.body
      ? Object.keys(contract.body.files).map((field): [string, string, Contract] => [
          named(contract),
          field,
          contract,
        ])
      : [],
  );

  it('at least seven fields accept uploads', () => {
    expect(uploading.length).toBeGreaterThanOrEqual(7);
  });

  it.each(uploading)('is not accepted as input: %s, %s', async (_, field, { path }) => {
    const response = await call(path, { key: other.key, body: form([field, victim.uploadId]) });
    expect(response.status).toBe(400);
    // The errors also list the other missing fields.
    const { errors = [] } = (await response.json()) as Problem;
    const fault = errors.find((each) => each.field.startsWith(field));
    expect(fault?.message).toMatch(/upload/);
  });

  it('is not in the list, nor behind the cursor', async () => {
    const list = (query: string) => call(`/api/jobs${query}`, { key: other.key });
    expect((await jsonOf<JobListResponse>(await list(''))).jobs).toEqual([]);
    if (leftOut('libreoffice')) return;
    const response = await list(`?cursor=${encodeURIComponent(victim.cursor ?? '')}`);
    await problem(response, 400, 'invalid-field');
  });

  it('is unchanged after all these requests', async () => {
    const file = await jsonOf(await call(`/api/files/${victim.file}`, { key: victim.key }));
    expect((await download(file.url)).subarray(0, 5).toString()).toBe('%PDF-');
    await jsonOf(
      await call('/api/pdf/split', {
        key: victim.key,
        body: form(['file', victim.uploadId], ['ranges', '1']),
      }),
    );
    if (leftOut('libreoffice')) return;
    const job = await jsonOf<JobResponse>(await call(`/api/jobs/${victim.job}`, { key: victim.key }));
    expect(job).toMatchObject({ status: 'completed', result: { pages: 1 } });
  });
});

describe('without a key', () => {
  it.each(guarded.map((contract) => [named(contract), contract]))('%s is rejected', async (_, contract) => {
    const response = await call(pathOf(contract), { key: null, method: contract.method });
    await problem(response, 401, 'unauthorized');
  });
});

/** A request as it is written, which `fetch` would tidy up. */
function raw(
  method: string,
  path: string,
  headers: readonly string[] = [],
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(stack.baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const all = ['host', `${hostname}:${port}`, 'connection', 'close', ...headers];
  const sent = rawRequest({ hostname, port, method, path, headers: all }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
    );
  });
  sent.on('error', reject).end();
  return promise;
}

describe('a rotated key', () => {
  it('leaves its resources to its successor only', async () => {
    const { admin, keyId, key } = await newKey('business');
    const { id } = await jsonOf(
      await call('/api/pdf/merge', { key, body: form(['files', page], ['files', page]) }),
    );
    const first = await admin.rotate(keyId);
    const second = await admin.rotate(keyId);
    const read = (token = '') => call(`/api/files/${id}`, { key: token });
    // The authorizer has not seen the first, so that nothing of it is remembered.
    await problem(await read(first?.key), 401, 'unauthorized');
    expect((await read(second?.key)).status).toBe(200);
    await problem(await read(other.key), 404, 'not-found');
  });

  it('is rejected at every route, as is a revoked key', async () => {
    const rotated = await newKey('business');
    await rotated.admin.rotate(rotated.keyId);
    const revoked = await newKey('business');
    await revoked.admin.revoke(revoked.keyId);
    for (const contract of guarded) {
      for (const { key } of [rotated, revoked]) {
        await problem(await call(pathOf(contract), { key, method: contract.method }), 401, 'unauthorized');
      }
    }
  });
});

describe('tricks', () => {
  const bearer = (key: string): string[] => ['authorization', `Bearer ${key}`];

  it.each([
    ['x-http-method-override', 'DELETE'],
    ['x-method-override', 'DELETE'],
    ['x-http-method', 'DELETE'],
  ])('do not turn a GET into a DELETE: %s', async (header, value) => {
    const path = `/api/files/${victim.file}`;
    expect((await raw('GET', path, [...bearer(victim.key), header, value])).status).toBe(200);
    expect((await raw('GET', path, bearer(victim.key))).status).toBe(200);
  });

  it.each(['x-original-url', 'x-rewrite-url', 'x-forwarded-path', 'x-forwarded-prefix'])(
    'do not lead to another path: %s',
    async (header) => {
      const { status, text } = await raw('GET', '/api/health', [header, `/api/files/${victim.file}`]);
      expect(status).toBe(200);
      expect(text).not.toContain(victim.file);
    },
  );

  it.each(['x-key-id', 'x-amzn-principal', 'x-principal-id', 'principalid', 'x-user', 'x-api-key'])(
    'do not make one client another: %s',
    async (header) => {
      const path = `/api/files/${victim.file}`;
      expect((await raw('GET', path, [...bearer(other.key), header, victim.key])).status).toBe(404);
      expect((await raw('GET', path, [header, victim.key])).status).toBe(401);
    },
  );

  it('do not redirect links', async () => {
    for (const header of ['x-forwarded-host', 'x-host', 'forwarded', 'x-forwarded-server']) {
      const value = header === 'forwarded' ? 'host=evil.example' : 'evil.example';
      const { text } = await raw('GET', '/openapi.json', [header, value]);
      expect(text).not.toContain('evil.example');
    }
  });

  it.each(
    [
      (id: string) => `/api/files/${id}/`,
      (id: string) => `//api/files/${id}`,
      (id: string) => `/api//files/${id}`,
      (id: string) => `/api/health/../files/${id}`,
      (id: string) => `/api/health/..%2ffiles/${id}`,
      (id: string) => `/api/health%2f..%2ffiles%2f${id}`,
      (id: string) => `/api/./files/${id}`,
      (id: string) => `/API/FILES/${id}`,
      (id: string) => `/api/files/${id};x=1`,
      (id: string) => `/api/files/${id}%00`,
      (id: string) => `/api/files/%2e%2e%2f${id}`,
    ].map((path) => [path('{id}'), path]),
  )('do not get past the key, nor to what is not theirs: %s', async (_, path) => {
    expect([401, 404]).toContain((await raw('GET', path(victim.file))).status);
    const { status, text } = await raw('GET', path(victim.file), bearer(other.key));
    expect([400, 404]).toContain(status);
    expect(text).not.toContain('X-Amz-Signature');
  });

  it('with two keys act as neither or as one, and never as a third', async () => {
    const { key } = await newKey('free');
    const path = `/api/files/${victim.file}`;
    const { status } = await raw('GET', path, [...bearer(other.key), ...bearer(key)]);
    expect([400, 401, 404]).toContain(status);
  });

  it.each<[string, (one: string, two: string) => string[]]>([
    ['two headers', (mine, theirs) => [...bearer(mine), ...bearer(theirs)]],
    ['two headers, in other cases', (mine, theirs) => [...bearer(mine), 'AUTHORIZATION', `Bearer ${theirs}`]],
    ['a list', (mine, theirs) => ['authorization', `Bearer ${mine}, Bearer ${theirs}`]],
    ['a space between', (mine, theirs) => ['authorization', `Bearer ${mine} ${theirs}`]],
    ['an empty one first', (_, theirs) => ['authorization', '', ...bearer(`${theirs}x`)]],
  ])('do not add a key to the one that is checked: %s', async (_, headers) => {
    // Whichever of the two counts, neither may see the file.
    const { key } = await newKey('free');
    const { status, text } = await raw('GET', `/api/files/${victim.file}`, headers(other.key, key));
    expect([400, 401, 404]).toContain(status);
    expect(text).not.toContain('X-Amz-Signature');
  });

  it.each<[string, string[], string]>([
    ['two lengths', ['Content-Length: 4', 'Content-Length: 400'], 'abcd'],
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['chunks under a name almost theirs', ['Content-Length: 5', 'Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['a space before the colon', ['Content-Length : 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['a folded header', ['Content-Length: 0', ' Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['a lone line feed', ['X-A: b\nContent-Length: 400'], ''],
  ])('do not smuggle a request behind another: %s', async (_, framing, body) => {
    const smuggled = `GET /api/files/${victim.file} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${victim.key}\r\n\r\n`;
    const { hostname, port } = new URL(stack.baseUrl);
    const head = ['POST /api/uploads HTTP/1.1', `Host: ${hostname}:${port}`, 'Connection: close'];
    const message = [...head, `Authorization: Bearer ${other.key}`, ...framing, '', body + smuggled].join(
      '\r\n',
    );
    const response = await exchange(new URL(stack.baseUrl), Buffer.from(message), 5000);
    // Rejected, or taken as one request whose body is wrong: one response in either case, and not the file.
    if (typeof response === 'object') {
      expect([400, 401, 411]).toContain(response.status);
      expect(response.body).not.toContain('HTTP/1.1');
      expect(response.body).not.toContain(victim.file);
    }
  });

  it('do not mix up cached decisions of keys', async () => {
    const path = `/api/files/${victim.file}`;
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const key = index % 2 === 0 ? victim.key : other.key;
        return (await call(path, { key })).status;
      }),
    );
    expect(statuses).toEqual(Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 200 : 404)));
    // Nor does a key that shares all but its end with one that is known.
    const nearly = victim.key.slice(0, -1) + (victim.key.endsWith('a') ? 'b' : 'a');
    await problem(await call(path, { key: nearly }), 401, 'unauthorized');
  });
});
