import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { expect, it } from 'vitest';
import { contract } from '#lib/api/contracts/merge-pdf.ts';
import { type GivenFile, isInputFile } from '#lib/files/input-file.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { formReader } from '#lib/http/form-reader.ts';
import { json } from '#lib/http/response.ts';
import { collectLog } from '../../support/log-lines.ts';
import { MemoryIdempotencyStore } from '../../support/memory-requests.ts';

const unmetered = { ...contract, metered: false } as const;

const part = (content: string): string =>
  `--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n${content}\r\n`;

it('puts the files of a form into the memory of the endpoint', async () => {
  const used = Buffer.alloc(10_000, 'earlier ');
  let files: readonly GivenFile[] = [];
  const endpoint = httpEndpoint(
    unmetered,
    {
      logger: collectLog().log,
      readForm: formReader({ find: () => Promise.resolve(undefined), urlFault: () => undefined }),
      memory: { take: (size) => used.subarray(0, size) },
      idempotency: {
        requests: new MemoryIdempotencyStore(),
        replay: () => Promise.reject(new Error('nothing was stored')),
      },
    },
    (request) => {
      files = request.files.files;
      return Promise.resolve(json(200, {}));
    },
  );
  const event = {
    resource: contract.path,
    path: contract.path,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.from(`${part('first')}${part('second')}--b--\r\n`).toString('base64'),
    isBase64Encoded: true,
    requestContext: {
      requestId: 'request',
      requestTimeEpoch: Date.now(),
      authorizer: { keyId: 'key_0', plan: 'free' },
    },
  } as unknown as APIGatewayProxyEvent;
  const response = await endpoint(event, { getRemainingTimeInMillis: () => 29_000 } as Context);
  expect(response.statusCode).toBe(200);
  const contents = files
    .filter(isInputFile)
    .flatMap(({ source }) => (source.kind === 'inline' ? [source.bytes] : []));
  expect(contents.map(String)).toEqual(['first', 'second']);
  expect(contents.map(({ buffer }) => buffer === used.buffer)).toEqual([true, true]);
});
