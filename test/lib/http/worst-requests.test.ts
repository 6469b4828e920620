import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { formReader } from '#lib/http/form-reader.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import type { Contract, MultipartBody } from '#lib/api/contract.ts';
import type { Problem } from '#lib/api/problem.ts';
import { limits } from '#lib/base/limits.ts';
import { contracts } from '#lib/api/contracts.ts';
import { collectLog } from '../../support/log-lines.ts';
import { MemoryIdempotencyStore } from '../../support/memory-requests.ts';

/**
 * The largest requests with the most errors that fit, through the whole middleware chain: each is rejected within
 * milliseconds, with a small response and a small log line.
 */

/** Limit for a response or a log line, in bytes. */
const small = 20_000;
/** Processor time. A valid request takes less than a hundred milliseconds. */
const maxMilliseconds = 3_000;

const boundary = 'worst';

const fill = (start: string, unit: string, end = ''): string =>
  start + unit.repeat(Math.floor((limits.textField - start.length - end.length) / unit.length)) + end;

const members = (value: string): string => {
  const count = Math.floor((limits.textField - 2) / (`"k00000":${value},`.length + 1));
  const entries = Array.from({ length: count }, (_, at) => `"k${String(at).padStart(5, '0')}":${value}`);
  return `{${entries.join(',')}}`;
};

/** Values that fill a text field with as many errors, or as much backtracking, as possible. */
const fillings: readonly (readonly [name: string, text: string])[] = [
  ['numbers in an array', fill('[0', ',0', ']')],
  ['texts in an array', fill('["x"', ',"x"', ']')],
  ['objects in an array', fill('[{}', ',{}', ']')],
  ['one object with many members in an array', `[${members('1').slice(0, -3)}1}]`],
  ['members with numbers', members('1')],
  ['members with texts', members('"x"')],
  ['nested arrays', fill('', '[')],
  ['one long text in an array', fill('["', 'x', '"]')],
  ['one long name', fill('{"', 'x', '":1}')],
  ['zeros', fill('', '0', 'x')],
  ['blanks', fill('1', ' ', 'x')],
  ['blanks alone', fill('', ' ')],
  ['commas', fill('', ',')],
  ['ranges', fill('1', ',1')],
  ['slashes', fill('https://', '/')],
  ['backslashes', fill('"', '\\')],
  ['comments', fill('', '<!---->')],
];

const part = (disposition: string, content: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

const fieldsAtOnce = Math.floor(limits.inlineBody / (limits.textField + 100));

const bodyOf = (parts: readonly string[]): string => `${parts.join('')}--${boundary}--\r\n`;

/** Sends one request, which never reaches its handler. */
async function responseTo(contract: Contract, body: string, contentType: string) {
  const { log, lines } = collectLog();
  const endpoint = httpEndpoint(
    contract,
    {
      logger: log,
      admission: {
        rateLimiter: {
          take: ({ plan }) =>
            Promise.resolve({
              allowed: true,
              plan,
              limit: 10,
              remaining: 9,
              resetSeconds: 60,
              resetAt: 0,
            }),
          giveBack: (_, status) => Promise.resolve(status),
        },
        quota: { limits: () => false, within: (_caller, _documents, convert) => convert() },
      },
      readForm: formReader({ find: () => Promise.resolve(undefined), urlFault: () => undefined }),
      idempotency: {
        requests: new MemoryIdempotencyStore(),
        replay: () => Promise.reject(new Error('nothing was stored')),
      },
    },
    () => Promise.reject(new Error('The request was accepted')),
  );
  const started = process.threadCpuUsage();
  const response = await endpoint(
    {
      resource: contract.path,
      path: contract.path,
      headers: { 'content-type': contentType, 'idempotency-key': 'worst' },
      body: Buffer.from(body).toString('base64'),
      isBase64Encoded: true,
      requestContext: {
        requestId: 'request',
        requestTimeEpoch: Date.now(),
        authorizer: { keyId: 'key_0', plan: 'free' },
      },
    } as unknown as APIGatewayProxyEvent,
    { getRemainingTimeInMillis: () => 29_000 } as Context,
  );
  const { user, system } = process.threadCpuUsage(started);
  return {
    status: response.statusCode,
    bytes: Buffer.byteLength(response.body),
    problem: JSON.parse(response.body) as Problem,
    logBytes: Math.max(...lines().map((line) => Buffer.byteLength(JSON.stringify(line)))),
    milliseconds: (user + system) / 1000,
  };
}

async function expectSmallRejection(contract: Contract, body: string, contentType: string, status = 400) {
  const response = await responseTo(contract, body, contentType);
  expect(response.problem).toMatchObject({ status });
  expect(response.bytes).toBeLessThan(small);
  expect(response.logBytes).toBeLessThan(small);
  expect(response.milliseconds).toBeLessThan(maxMilliseconds);
  return response.problem;
}

const forms = contracts.filter(
  (contract): contract is Contract & { body: MultipartBody } => contract.body?.kind === 'multipart',
);
const multipart = `multipart/form-data; boundary=${boundary}`;

describe.each(forms.map((contract) => [contract.name, contract] as const))('%s', (_, contract) => {
  const names = Object.keys(contract.body.fields.shape);

  it.each(fillings)('rejects %s in each field', async (_name, text) => {
    // Each request has as many of the fields as fit.
    for (let at = 0; at < names.length; at += fieldsAtOnce) {
      const fields = names.slice(at, at + fieldsAtOnce);
      const body = bodyOf(fields.map((name) => part(`name="${name}"`, text)));
      await expectSmallRejection(contract, body, multipart);
    }
  });

  it('rejects as many unknown fields as there can be', async () => {
    const parts = Array.from({ length: limits.parts }, (_part, at) =>
      part(`name="${at}${'n'.repeat(9000)}"`, 'x'),
    );
    const problem = await expectSmallRejection(contract, bodyOf(parts), multipart);
    expect(problem.errors).toHaveLength(50);
    expect(problem.detail).toMatch(/^30\d fields are not valid; the first 50 are listed in errors\.$/);
  });
});

/** How a request of each endpoint announces one file. */
const announcing = {
  'create-upload': (file: string) => file,
  'create-uploads': (file: string) => `{"files":[${file}]}`,
};

describe.each(Object.entries(announcing))('%s', (name, announce) => {
  const found = contracts.find((contract) => contract.name === name);
  if (!found) throw new Error(`There is no ${name}`);

  it.each(fillings)('rejects %s', async (_name, text) => {
    const body = announce(JSON.stringify({ fileName: text, contentType: text, size: 1 }));
    await expectSmallRejection(found, body, 'application/json', 413);
    const fitting = text.slice(0, 10_000);
    const fields = { fileName: fitting, contentType: fitting, size: fitting };
    await expectSmallRejection(found, announce(JSON.stringify(fields)), 'application/json');
  });

  it('rejects as many unknown members as there can be', async () => {
    const file = members('1')
      .slice(0, limits.jsonBody - 24)
      .replace(/,[^,]*$/, '}');
    const problem = await expectSmallRejection(found, announce(file), 'application/json');
    expect(problem.errors).toHaveLength(50);
  });
});

it('create-uploads rejects as many invalid files as there can be', async () => {
  const contract = contracts.find(({ name }) => name === 'create-uploads');
  if (!contract) throw new Error('There is no create-uploads');
  const rejection = (count: number) => {
    const files = Array.from({ length: count }, () => ({}));
    return expectSmallRejection(contract, JSON.stringify({ files }), 'application/json');
  };
  expect((await rejection(limits.batchUploads)).errors).toHaveLength(50);
  expect((await rejection(20_000)).errors).toMatchObject([{ field: 'files' }]);
});
