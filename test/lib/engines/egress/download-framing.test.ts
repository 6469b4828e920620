import { afterEach, describe, expect, it } from 'vitest';
import { EgressFailed } from '#lib/engines/egress/errors.ts';
import { chunked, early, get, ok, serving } from '../../../support/downloads.ts';
import { closeAll } from '../../../support/egress.ts';

afterEach(closeAll);

describe('the framing of a download', () => {
  it.each([
    ['a length', `${ok}Content-Length: 3\r\n\r\nabc`],
    ['no bytes', `${ok}Content-Length: 0\r\n\r\n`],
    ['chunks', `${chunked}1\r\na\r\n2\r\nbc\r\n0\r\n\r\n`],
    ['chunks and trailers', `${chunked}3\r\nabc\r\n0\r\nX: y\r\n\r\n`],
    ['a few interim responses', `${early.repeat(3)}${ok}Content-Length: 3\r\n\r\nabc`],
    ['the identity encoding', `${ok}Content-Encoding: identity\r\nContent-Length: 3\r\n\r\nabc`],
    ['HTTP/1.0', `HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nabc`],
  ])('accepts %s', async (_what, response) => {
    expect(await get(await serving(response))).toBe(
      response.includes('abc') || response.includes('bc') ? 'abc' : '',
    );
  });

  it.each([
    [
      'a length and chunks',
      `${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
    ],
    ['two lengths', `${ok}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`],
    ['a list of lengths', `${ok}Content-Length: 3, 3\r\n\r\nabc`],
    ['a negative length', `${ok}Content-Length: -3\r\n\r\nabc`],
    ['a length with a sign', `${ok}Content-Length: +3\r\n\r\nabc`],
    ['an overlong length', `${ok}Content-Length: ${'9'.repeat(30)}\r\n\r\nabc`],
    ['no length', `${ok}\r\nabc`],
    ['more bytes than announced', `${ok}Content-Length: 3\r\n\r\nabcdef`],
    ['bytes after the last chunk', `${chunked}3\r\nabc\r\n0\r\n\r\nmore`],
    ['a compressed transfer', `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`],
    ['an identity transfer', `${ok}Transfer-Encoding: identity\r\n\r\nabc`],
    ['a compressed body', `${ok}Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc`],
    [
      'two encodings',
      `${ok}Content-Encoding: identity\r\nContent-Encoding: br\r\nContent-Length: 3\r\n\r\nabc`,
    ],
    [
      'an encoding after 3,000 headers',
      `${ok}${'a:\r\n'.repeat(3_000)}Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc`,
    ],
    ['a flood of interim responses', `${early.repeat(20)}${ok}Content-Length: 3\r\n\r\nabc`],
    ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['a large header', `${ok}X: ${'x'.repeat(70_000)}\r\nContent-Length: 3\r\n\r\nabc`],
    ['large trailers', `${chunked}3\r\nabc\r\n0\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`],
    ['a large chunk extension', `${chunked}3;a=${'x'.repeat(70_000)}\r\nabc\r\n0\r\n\r\n`],
    ['line feeds alone', `${ok}Content-Length: 3\n\nabc`],
    ['a folded header', `${ok}Content-Length: 3\r\nX: a\r\n b\r\n\r\nabc`],
    ['a NUL in a header', `${ok}X: a\0b\r\nContent-Length: 3\r\n\r\nabc`],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ])('rejects %s for good', async (_what, response) => {
    const work = get(await serving(response));
    await expect(work).rejects.toBeInstanceOf(EgressFailed);
    await expect(work).rejects.toMatchObject({ reason: 'protocol', retryable: false });
  });

  it.each([
    ['the header', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['a body with a length', `${ok}Content-Length: 9\r\n\r\nabc`],
    ['a body in chunks', `${chunked}3\r\nabc\r\n`],
  ])('reports a connection that breaks in %s as retryable', async (_what, response) => {
    const work = get(await serving(response));
    await expect(work).rejects.toMatchObject({ reason: 'unreachable', retryable: true });
  });
});
