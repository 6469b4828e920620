import { describe, expect, it } from 'vitest';
import { endToEndHeaders, headerCount } from '#lib/engines/egress/forwarded-headers.ts';

describe('endToEndHeaders', () => {
  it('preserves order, spelling and repeated headers', () => {
    const headers = ['Set-Cookie', 'a=1', 'X-B', '2', 'set-cookie', 'c=3'];
    expect(endToEndHeaders(headers)).toEqual(headers);
  });

  it.each([
    ...['Connection', 'Keep-Alive', 'Proxy-Connection', 'Proxy-Authorization', 'Proxy-Authenticate'],
    ...['Proxy-Authentication-Info', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade', 'HTTP2-Settings'],
  ])('drops %s', (name) => {
    expect(endToEndHeaders([name, 'x', 'Accept', '*/*'])).toEqual(['Accept', '*/*']);
  });

  it('drops headers that any Connection line lists', () => {
    const headers = [
      'Connection',
      'close, X-One',
      'x-one',
      '1',
      'X-Two',
      '2',
      'connection',
      ' x-two ',
      'X-Three',
      '3',
    ];
    expect(endToEndHeaders(headers)).toEqual(['X-Three', '3']);
  });

  it('keeps headers that delimit or address a message although Connection lists them', () => {
    expect(
      endToEndHeaders(['Connection', 'Content-Length, Host', 'Content-Length', '5', 'Host', 'a']),
    ).toEqual(['Content-Length', '5', 'Host', 'a']);
  });

  it('drops the headers that the caller names', () => {
    expect(endToEndHeaders(['X-Egress-Denied', 'a', 'B', 'c'], 'x-egress-denied')).toEqual(['B', 'c']);
  });
});

it('headerCount counts names, not values', () => {
  expect(headerCount(['Host', 'host', 'HOST', 'x', 'A', 'host'], 'host')).toBe(2);
});
