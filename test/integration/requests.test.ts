import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { describe, expect, inject, it } from 'vitest';
import { descendantsOf, readStack } from '../support/local-run.ts';
import { call, form, jsonOf, problem, stack } from '../support/client.ts';
import { makePdf } from '../support/pdf.ts';

const page = await makePdf('Page', 1);
const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
const part = (disposition: string, content = 'x') =>
  `--b\r\nContent-Disposition: ${disposition}\r\n\r\n${content}\r\n`;
const file = (content = 'x') => part('form-data; name="files"; filename="a.pdf"', content);

/** The processes that serve merges now. */
const mergeProcesses = (): number[] =>
  descendantsOf(readStack(inject('stateDirectory')).pids[0] ?? 0).filter((pid) =>
    readFileSync(`/proc/${pid}/environ`, 'utf8').includes('AWS_LAMBDA_FUNCTION_NAME=MergePdf'),
  );

/** Kills the processes that serve merges now. */
function killMerges(): void {
  try {
    for (const pid of mergeProcesses()) process.kill(pid, 'SIGKILL');
  } catch {
    // A process has ended meanwhile.
  }
}

describe('malformed requests', () => {
  it.each<[string, Record<string, string>, string, number, string]>([
    ['truncated multipart', multipart, file().slice(0, -10), 400, 'malformed-multipart'],
    ['no closing delimiter', multipart, file(), 400, 'malformed-multipart'],
    ['rubbish after a delimiter', multipart, `${file()}--brubbish`, 400, 'malformed-multipart'],
    [
      'a wrong boundary',
      { 'content-type': 'multipart/form-data; boundary=c' },
      `${file()}--b--`,
      400,
      'malformed-multipart',
    ],
    ['no boundary', { 'content-type': 'multipart/form-data' }, `${file()}--b--`, 400, 'malformed-multipart'],
    ['no content type', {}, `${file()}--b--`, 400, 'unsupported-content-type'],
    ['JSON', { 'content-type': 'application/json' }, '{}', 400, 'unsupported-content-type'],
    ['an empty body', multipart, '', 400, 'malformed-multipart'],
    ['10,000 parts', multipart, `${part('form-data; name="a"').repeat(10_000)}--b--`, 413, 'file-too-large'],
    [
      'a text that is no upload id',
      multipart,
      `${file()}${part('form-data; name="files"')}--b--`,
      400,
      'invalid-field',
    ],
    [
      'a field __proto__',
      multipart,
      `${file()}${file()}${part('form-data; name="__proto__"')}--b--`,
      400,
      'invalid-field',
    ],
    ['an empty file', multipart, `${file()}${file('')}--b--`, 400, 'empty-file'],
    ['one file', multipart, `${file()}--b--`, 400, 'too-few-files'],
    ['no file', multipart, '--b--', 400, 'missing-field'],
    [
      'an unknown field',
      multipart,
      `${file()}${file()}${part('form-data; name="outlines"')}--b--`,
      400,
      'invalid-field',
    ],
  ])(
    '%s is rejected, and the same process serves the next request',
    async (_, headers, body, status, code) => {
      await jsonOf(await call('/api/pdf/merge', { body: form(['files', page], ['files', page]) }));
      const before = mergeProcesses();
      const response = await call('/api/pdf/merge', { headers, body: Buffer.from(body) });
      await problem(response, status, code);
      await jsonOf(await call('/api/pdf/merge', { body: form(['files', page], ['files', page]) }));
      expect(before.length).toBeGreaterThan(0);
      expect(mergeProcesses()).toEqual(before);
    },
  );

  it('query parameters are not fields', async () => {
    const response = await call('/api/pdf/merge?fileName=x', {
      body: form(['files', page], ['files', page]),
    });
    const { errors } = await problem(response, 400, 'invalid-field');
    expect(errors?.[0]?.field).toBe('fileName');
  });
});

describe('sizes', () => {
  /** A merge of two PDFs whose body has about that many bytes. */
  const sized = (bytes: number) =>
    form(['files', page], ['files', Buffer.concat([page, Buffer.alloc(bytes, '%')])]);

  it('of 4.4 MB pass', async () => {
    await jsonOf(await call('/api/pdf/merge', { body: sized(4_400_000) }));
  });

  it.each([4_800_000, 7_000_000, 12_000_000])(
    'of %d bytes are rejected, and the error names uploads',
    async (bytes) => {
      const { detail } = await problem(
        await call('/api/pdf/merge', { body: sized(bytes) }),
        413,
        'file-too-large',
      );
      expect(detail).toContain('POST /api/uploads');
    },
  );
});

describe('faults', () => {
  it('return 500 to the client of a killed process, and a response to the next', async () => {
    await jsonOf(await call('/api/pdf/merge', { body: form(['files', page], ['files', page]) }));
    // A merge of many files takes long enough to be hit.
    const many = await makePdf('Many', 200);
    const slow = call('/api/pdf/merge', {
      body: form(...Array.from({ length: 60 }, (): [string, Buffer] => ['files', many.subarray()])),
    });
    const killing = setInterval(killMerges, 100);
    const response = await slow.finally(() => clearInterval(killing));
    const { retryable } = await problem(response, 500, 'internal-error');
    expect(retryable).toBe(true);
    await jsonOf(await call('/api/pdf/merge', { body: form(['files', page], ['files', page]) }));
  });

  it('of a client that disconnects do not affect others', async () => {
    await new Promise<void>((resolve) => {
      const sent = request(`${stack.baseUrl}/api/pdf/merge`, {
        method: 'POST',
        headers: { ...multipart, authorization: `Bearer ${stack.keys.business}`, 'content-length': '1000' },
      });
      sent.on('error', () => resolve());
      sent.write(file());
      setTimeout(() => sent.destroy(), 50);
    });
    expect((await call('/api/health', { key: null })).status).toBe(200);
  });
});

describe('the service', () => {
  it('reports that it is running', async () => {
    expect(await jsonOf(await call('/api/health', { key: null }))).toEqual({
      status: 'ok',
      version: (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
    });
  });

  it('describes itself with the base URL of the request', async () => {
    const described = await jsonOf<{ openapi: string; servers: unknown; paths: object }>(
      await call('/openapi.json', { key: null }),
    );
    expect(described).toMatchObject({ openapi: '3.1.0', servers: [{ url: stack.baseUrl }] });
    expect(Object.keys(described.paths)).toContain('/api/pdf/merge');
    const staged = await jsonOf<{ servers: unknown }>(
      await call('/prod/openapi.json', { key: null, headers: { host: 'evil' } }),
    );
    expect(staged.servers).toEqual([{ url: `${stack.baseUrl}/prod` }]);
  });
});
