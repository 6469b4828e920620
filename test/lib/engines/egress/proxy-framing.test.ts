import { afterEach, describe, expect, it } from 'vitest';
import { startCounting } from '../../../support/counting-proxy.ts';
import { absoluteGet, closeAll, sendRaw, statusOf } from '../../../support/egress.ts';

afterEach(closeAll);

const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';

describe('requests that two parsers could read differently', () => {
  it.each([
    ['two lengths', `Content-Length: 0\r\nContent-Length: ${hidden.length}`],
    ['two equal lengths', `Content-Length: ${hidden.length}\r\nContent-Length: ${hidden.length}`],
    ['a list of lengths', `Content-Length: 0, ${hidden.length}`],
    ['a signed length', `Content-Length: +${hidden.length}`],
    ['a hexadecimal length', `Content-Length: 0x${hidden.length.toString(16)}`],
    ['a length and chunks', `Content-Length: ${hidden.length}\r\nTransfer-Encoding: chunked`],
    ['chunks and a length', `Transfer-Encoding: chunked\r\nContent-Length: ${hidden.length}`],
    ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'],
    ['another coding', 'Transfer-Encoding: identity'],
    ['a coding before chunks', 'Transfer-Encoding: gzip, chunked'],
    ['a coding after chunks', 'Transfer-Encoding: chunked, identity'],
    ['an odd spelling of chunks', 'Transfer-Encoding: xchunked'],
    ['white space before the colon', 'Transfer-Encoding : chunked'],
    ['a folded line', 'X-A: b\r\n Content-Length: 5'],
    ['a bare line feed in a value', 'X-A: b\nContent-Length: 5'],
    ['a bare carriage return in a value', 'X-A: b\rContent-Length: 5'],
    ['a zero byte in a value', 'X-A: b\0c'],
    ['a second host', 'Host: other.example'],
    ['a second host that is the same', 'HOST: {host}'],
  ])('with %s are rejected', async (_what, line) => {
    const { port, url, host, requests } = await startCounting();
    const response = await sendRaw(
      port,
      `POST ${url} HTTP/1.1\r\nHost: ${host}\r\n${line.replace('{host}', host)}\r\n\r\n${hidden}`,
    );
    expect(statusOf(response)).toBe(400);
    expect(requests.filter((request) => request.includes('hidden'))).toEqual([]);
    expect(response).not.toContain('reached');
  });

  it.each([
    ['Connection: close, Content-Length\r\nContent-Length: 34', hidden.padEnd(34)],
    [
      'Connection: close, Transfer-Encoding\r\nTransfer-Encoding: chunked',
      `22\r\n${hidden.padEnd(34)}\r\n0\r\n\r\n`,
    ],
  ])('keep framing headers that their Connection header lists: %j', async (lines, body) => {
    const { port, url, host, requests } = await startCounting();
    const response = await sendRaw(port, `GET ${url} HTTP/1.1\r\nHost: ${host}\r\n${lines}\r\n\r\n${body}`);
    expect(statusOf(response)).toBe(200);
    expect(requests).toEqual(['GET /']);
  });

  it.each(['gzip, chunked', 'gzip,\tchunked', 'chunked, chunked', 'identity, chunked'])(
    'with chunks inside another coding are rejected: %j',
    async (coding) => {
      const { port, url, requests } = await startCounting();
      const post = absoluteGet(url, `Transfer-Encoding: ${coding}`).replace('GET', 'POST');
      expect(statusOf(await sendRaw(port, `${post}5\r\nhello\r\n0\r\n\r\n`))).toBe(400);
      expect(requests).toEqual([]);
    },
  );

  it('that arrive in one chunk are checked one by one', async () => {
    const { port, url, requests, rejected } = await startCounting();
    const first = absoluteGet(url).replace('Connection: close\r\n', '');
    const response = await sendRaw(
      port,
      first + absoluteGet('http://127.0.0.1:1/').replace(':1/', ':2/').replace(':1\r', ':2\r'),
    );
    expect(response).toMatch(/200 OK.*reached.*403 Forbidden/s);
    expect(requests).toEqual(['GET /']);
    expect(rejected).toEqual(['address http://127.0.0.1:2/']);
  });
});
