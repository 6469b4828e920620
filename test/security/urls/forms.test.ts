import { afterEach, describe, expect, it } from 'vitest';
import { blockedPorts } from '#lib/engines/egress/blocked-ports.ts';
import { closeAll } from '../../support/egress.ts';
import { canary, control, listedHost, openLab, securedHost, strict } from './lab.ts';

afterEach(closeAll);

describe('an input by URL cannot have', () => {
  it.each([
    ['a user', `https://user@${securedHost}/`],
    ['a user and a password', `https://user:secret@${securedHost}/`],
    ['an empty user and a password', `https://:secret@${securedHost}/`],
    ['a host as its user', `https://${securedHost}@10.0.0.5/`],
    ['a host as its user, behind a backslash', `https://${securedHost}%5C@10.0.0.5/`],
    ['the scheme file', 'file:///etc/passwd'],
    ['the scheme file with a host', `file://${securedHost}/etc/passwd`],
    ['the scheme data', 'data:application/pdf;base64,JVBERi0='],
    ['the scheme ftp', `ftp://${securedHost}/`],
    ['the scheme ws', `wss://${securedHost}/`],
    ['the scheme gopher', `gopher://${securedHost}/`],
    ['the scheme javascript', 'javascript:fetch("/")'],
    ['the scheme blob', `blob:https://${securedHost}/1`],
    ['the scheme jar', `jar:https://${securedHost}!/`],
    ['no scheme', `//${securedHost}/`],
    ['no host', 'https://'],
    ['a space in its host', `https://${securedHost} .example/`],
    ['a NUL in its host', `https://${securedHost}\0.example/`],
    ['an encoded NUL in its host', `https://${securedHost}%00.example/`],
    ['an encoded slash in its host', `https://${securedHost}%2f.example/`],
    ['an encoded @ in its host', `https://user%40${securedHost}/`],
    ['a line break in its host', `https://a%0d%0ab.example/`],
    ['a zone id', 'https://[fe80::1%25eth0]/'],
    ['a port out of range', `https://${securedHost}:65536/`],
    ['a port in words', `https://${securedHost}:http/`],
    ['an overlong label', `https://${'a'.repeat(64)}.example/`],
    ['an overlong name', `https://${'a.'.repeat(130)}example/`],
    ['an empty label', 'https://a..example/'],
  ])('%s', async (_what, url) => {
    const attempt = await openLab();
    expect(await attempt(`https://${securedHost}/`, strict)).toMatchObject({ content: 'public' });
    expect(await attempt(url, control)).toMatchObject({ error: { name: 'EgressDenied' }, reached: 0 });
    expect(await attempt(url, strict)).toMatchObject({ error: { name: 'EgressDenied' }, reached: 0 });
  });

  it.each([...blockedPorts].map((port) => [port]))('port %i, by itself or by a redirect', async (port) => {
    const attempt = await openLab({
      serve: (_request, response) =>
        void response.writeHead(302, { location: `http://10.0.0.5:${port}/` }).end(),
    });
    const denied = { error: { name: 'EgressDenied', reason: 'port' }, reached: 0 };
    expect(await attempt('http://10.0.0.5:9001/', control)).toMatchObject({ content: canary });
    expect(await attempt(`http://10.0.0.5:${port}/`, control)).toMatchObject(denied);
    expect(await attempt(`http://${listedHost}/`, control)).toMatchObject(denied);
  });

  it('line breaks that reach the request', async () => {
    const requests: string[] = [];
    const attempt = await openLab({
      serve: (request, response) => {
        requests.push(`${request.url ?? ''} ${JSON.stringify(request.headers)}`);
        response.end('public');
      },
    });
    for (const path of ['/a\r\nX-Injected: 1', '/a%0d%0aX-Injected:%201', '/a\0b', '/a?b=\r\n\r\nGET /']) {
      expect(await attempt(`https://${securedHost}${path}`, strict)).toMatchObject({ content: 'public' });
    }
    expect(requests).toHaveLength(4);
    for (const request of requests) expect(request).not.toMatch(/x-injected"|[\r\n\0]/i);
  });

  it('a fragment that reaches the request', async () => {
    const urls: (string | undefined)[] = [];
    const attempt = await openLab({
      serve: (request, response) => {
        urls.push(request.url);
        response.end('public');
      },
    });
    await attempt(`https://${securedHost}/a#secret`, strict);
    expect(urls).toEqual(['/a']);
  });

  it('a certificate of another host', async () => {
    const attempt = await openLab({ resolve: () => ['93.184.216.34'] });
    expect(await attempt(`https://${securedHost}/`, strict)).toMatchObject({ content: 'public' });
    expect(await attempt('https://other.example/', strict)).toMatchObject({
      error: { name: 'EgressFailed', reason: 'protocol', retryable: false },
    });
  });
});
