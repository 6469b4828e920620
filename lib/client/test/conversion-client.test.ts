import { build } from 'esbuild';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { contracts } from '../../api/contracts.ts';
import { routes } from '../src/routes.ts';
import { ProblemError, StorageError } from '../src/errors.ts';
import type { ConversionInput } from '../src/operation-types.ts';
import type { DocumentText } from '../../api/responses/document-text.ts';
import { fileResponseExample as file } from '../../api/responses/file-response.ts';
import { clientOf, FakeService, jsonResponse, problemResponse } from './fake-service.ts';

const pdf = (name: string, size = 3) => new File(['%'.repeat(size)], name, { type: 'application/pdf' });
const upload = {
  id: 'upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
  url: 'https://storage.example.com/',
  fields: { key: 'a', Policy: 'b' },
};

describe('a conversion', () => {
  it('sends files and options in order, with API key and idempotency key', async () => {
    const service = new FakeService(() => jsonResponse(file));
    const response = await clientOf(service).mergePdf({
      files: [pdf('b.pdf'), upload.id, pdf('a.pdf')],
      pages: ['1-3', null, null],
      metadata: { title: 'Both' },
      outline: 'files',
      fileName: undefined,
    });
    expect(response).toEqual(file);
    const [request] = service.requests;
    expect(request).toMatchObject({ method: 'POST', url: 'https://api.example.com/prod/api/pdf/merge' });
    expect(request?.headers.get('authorization')).toBe('Bearer fcs_key');
    expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(await service.formOf(0)).toEqual([
      ['files', { name: 'b.pdf', type: 'application/pdf', text: '%%%' }],
      ['files', upload.id],
      ['files', { name: 'a.pdf', type: 'application/pdf', text: '%%%' }],
      ['pages', '["1-3",null,null]'],
      ['metadata', '{"title":"Both"}'],
      ['outline', 'files'],
    ]);
  });

  it('encodes numbers and flags as form fields', async () => {
    const service = new FakeService(() => jsonResponse(file));
    await clientOf(service).htmlUrl({
      url: 'https://a.example',
      format: 'pdf',
      landscape: false,
      scale: 1.5,
      marginTop: '1cm',
    });
    expect(await service.formOf(0)).toEqual([
      ['url', 'https://a.example'],
      ['format', 'pdf'],
      ['landscape', 'false'],
      ['scale', '1.5'],
      ['marginTop', '1cm'],
    ]);
  });

  it('generates an idempotency key for each call, unless the caller supplies one', async () => {
    const service = new FakeService(() => jsonResponse(file));
    const client = clientOf(service);
    for (const options of [{}, {}, { idempotencyKey: 'mine' }])
      await client.splitPdf({ file: pdf('a.pdf'), ranges: '1' }, options);
    const keys = service.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
  });

  it('is typed by its contract', () => {
    type Merge = ConversionInput<'merge-pdf'>;
    expectTypeOf<Merge['pages']>().toEqualTypeOf<(string | null)[] | undefined>();
    expectTypeOf<Merge['outline']>().toEqualTypeOf<'keep' | 'files' | 'none' | undefined>();
    expectTypeOf<ConversionInput<'html-file'>['landscape']>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<ConversionInput<'html-file'>['marginTop']>().toEqualTypeOf<number | string | undefined>();
    expectTypeOf<ConversionInput<'split-pdf'>['ranges']>().toEqualTypeOf<string | undefined>();
    // @ts-expect-error -- Workbooks alone have it.
    expectTypeOf<ConversionInput<'convert-docx'>['singlePageSheets']>().toBeUndefined();
  });
});

describe('errors', () => {
  it('are those of the service', async () => {
    const errors = [{ field: 'files[1]', message: 'is empty' }];
    const service = new FakeService(() => problemResponse('empty-file', 'files[1]: is empty.', { errors }));
    const error: unknown = await clientOf(service)
      .mergePdf({ files: [] })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      status: 400,
      code: 'empty-file',
      message: 'files[1]: is empty.',
      errors,
      requestId: 'request-1',
      retryable: false,
      retryAfter: undefined,
    });
  });

  it.each([
    ['that a proxy made', new Response('<html>Bad Gateway</html>', { status: 502 }), 502],
    ['where something else lives', new Response('<html>Welcome</html>'), 200],
  ])('have the status of a response %s', async (_, response, status) => {
    const error: unknown = await clientOf(new FakeService(() => response))
      .health()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({ status });
  });

  it.each([
    ['that are not JSON', 'oops', '502 Bad Gateway'],
    ['that are not objects', 'null', '502 Bad Gateway'],
    ['without a code', { title: 'Bad gateway', status: 502 }, '502 Bad gateway'],
    ['without a request id', { title: 'Error', code: 'E1', detail: 'No upstream.' }, '502 No upstream.'],
  ])('are those of a proxy for problems %s', async (_, problem, message) => {
    const init = {
      status: 502,
      statusText: 'Bad Gateway',
      headers: { 'content-type': 'application/problem+json', 'retry-after': '7' },
    };
    const body = typeof problem === 'string' ? problem : JSON.stringify(problem);
    const error: unknown = await clientOf(new FakeService(() => new Response(body, init)))
      .health()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({ status: 502, message, retryable: true, retryAfter: 7 });
  });

  it.each([
    [404, false],
    [429, true],
    [503, true],
  ])('of a proxy with status %i: retryable is %s', async (status, retryable) => {
    const client = clientOf(new FakeService(() => new Response('', { status })));
    await expect(client.health()).rejects.toMatchObject({ retryable, retryAfter: undefined });
  });

  it.each([
    ['an HTML page in place of a file', 'merge-pdf', 'text/html'],
    ['text in place of a file', 'merge-pdf', 'text/plain'],
    ['an HTML page in place of text', 'pdf-text', 'text/html; charset=utf-8'],
  ] as const)('report %s', async (_, name, type) => {
    const page = () => new Response('Please log in.', { headers: { 'content-type': type } });
    const input = name === 'merge-pdf' ? { files: [pdf('a.pdf')] } : { file: pdf('a.pdf') };
    await expect(clientOf(new FakeService(page)).convert(name, input as never)).rejects.toThrow(
      new StorageError(200, '', 'The response is not JSON. Check the base URL.'),
    );
  });
});

describe('the text of a PDF', () => {
  it.each(['text/plain; charset=utf-8', 'text/markdown'])('is a string for %s', async (type) => {
    const service = new FakeService(() => new Response('# Title', { headers: { 'content-type': type } }));
    expect(await clientOf(service).pdfText({ file: pdf('a.pdf') })).toBe('# Title');
  });

  it('has the type of its format', () => {
    const { pdfText } = clientOf(new FakeService(() => jsonResponse({})));
    const textOf = () => pdfText({ file: 'upl_1' });
    const markdownOf = () => pdfText({ file: 'upl_1', format: 'markdown' });
    const positionsOf = () => pdfText({ file: 'upl_1', format: 'json' });
    const anyOf = (format: 'text' | 'json') => pdfText({ file: 'upl_1', format });
    expectTypeOf(textOf).returns.resolves.toEqualTypeOf<string>();
    expectTypeOf(markdownOf).returns.resolves.toEqualTypeOf<string>();
    expectTypeOf(positionsOf).returns.resolves.toEqualTypeOf<DocumentText>();
    expectTypeOf(anyOf).returns.resolves.toEqualTypeOf<string | DocumentText>();
  });
});

describe('the client', () => {
  it('supports every call of the API', () => {
    const listed = contracts.filter(({ tag, path }) => tag !== 'Service' || path === '/api/health');
    expect(routes).toEqual(
      Object.fromEntries(listed.map(({ name, method, path }) => [name, `${method} ${path}`])),
    );
  });

  it('runs in browsers, without dependencies', async () => {
    const { metafile } = await build({
      entryPoints: [join(import.meta.dirname, '../src/index.ts')],
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'browser',
      logLevel: 'silent',
    });
    const foreign = Object.keys(metafile.inputs).filter(
      (path) => !/(^|\/)lib\/client\/src\/[^/]+$/.test(path),
    );
    expect(foreign.map((path) => path.replace(/^.*\/(?=lib\/)/, ''))).toEqual(['lib/base/limits.ts']);
  });
});
