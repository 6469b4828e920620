import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { EgressFailed, EgressDenied, EgressUnresolved } from '#lib/engines/egress/errors.ts';
import { postPublic, type PostOptions } from '#lib/engines/egress/post-public.ts';
import { addressServer, authority, namedServer } from '../../../support/certificates.ts';
import {
  closeAll,
  closing,
  internet,
  publicAddress,
  startHttp,
  startServer,
  startTcp,
} from '../../../support/egress.ts';

afterEach(closeAll);

const options: PostOptions = {
  headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
  body: '{"müde":true}',
  timeoutMilliseconds: 5_000,
  maximumResponseBytes: 10_000,
  certificateAuthorities: authority,
  resolver: () => Promise.resolve([publicAddress]),
};

interface Received {
  request: IncomingMessage;
  servername: unknown;
  body: string;
}

async function startHook(
  certificate = namedServer,
  listener: RequestListener = (_request, response) => response.writeHead(204).end(),
): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = [];
  const server = createHttpsServer(certificate, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push({
        request,
        body,
        servername: 'servername' in request.socket ? request.socket.servername : undefined,
      });
      listener(request, response);
    });
  });
  return { port: await startServer(server), received };
}

describe('postPublic', () => {
  it('posts to the checked address, with the name in SNI and in the certificate', async () => {
    const hook = await startHook();
    const { connect, asked } = internet(hook.port);
    const responses = [[publicAddress], ['127.0.0.1']];
    const response = await postPublic('https://hook.example/in?a=b#c', {
      ...options,
      connect,
      resolver: () => Promise.resolve(responses.shift() ?? []),
    });
    expect(response.status).toBe(204);
    expect(asked).toEqual([`${publicAddress} 443`]);
    expect(responses).toHaveLength(1);
    const [got] = hook.received;
    expect(got?.servername).toBe('hook.example');
    expect(got?.body).toBe('{"müde":true}');
    expect(got?.request).toMatchObject({
      method: 'POST',
      url: '/in?a=b',
      headers: { host: 'hook.example', 'content-length': '14', 'webhook-id': 'msg_1', connection: 'close' },
    });
  });

  it('accepts a certificate for an address, without SNI', async () => {
    const hook = await startHook(addressServer);
    const { connect } = internet(hook.port);
    expect(await postPublic(`https://${publicAddress}:8443/`, { ...options, connect })).toMatchObject({
      status: 204,
    });
    expect(hook.received[0]?.servername).toBe(false);
    expect(hook.received[0]?.request.headers.host).toBe(`${publicAddress}:8443`);
  });

  it.each([
    ['of another name', 'https://other.example/', authority],
    ['of addresses', `https://1.1.1.1/`, authority],
    ['of an unknown authority', 'https://hook.example/', undefined],
  ])('rejects a certificate %s and sends nothing', async (_what, url, trusted) => {
    const hook = await startHook();
    const { connect } = internet(hook.port);
    const { certificateAuthorities: _trusted, ...others } = options;
    const work = postPublic(url, {
      ...others,
      connect,
      ...(trusted ? { certificateAuthorities: trusted } : {}),
    });
    await expect(work).rejects.toMatchObject({ name: 'EgressFailed', reason: 'protocol' });
    expect(hook.received).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
    const hook = await startHook(namedServer, (_request, response) =>
      response.writeHead(status, { location: 'https://hook.example/next' }).end(),
    );
    const reply = await postPublic('https://hook.example/', {
      ...options,
      connect: internet(hook.port).connect,
    });
    expect(reply).toMatchObject({ status, headers: { location: 'https://hook.example/next' } });
    expect(hook.received).toHaveLength(1);
  });

  it.each([
    ['http://hook.example/', 'url'],
    ['ftp://hook.example/', 'url'],
    ['file:///etc/passwd', 'url'],
    ['not a url', 'url'],
    ['https://u:p@hook.example/', 'url'],
    ['https://hook.example:25/', 'port'],
    ['https://127.0.0.1/', 'address'],
    ['https://0x7f.1/', 'address'],
    ['https://[::1]/', 'address'],
    ['https://[::ffff:10.0.0.1]/', 'address'],
    ['https://169.254.169.254/', 'address'],
    ['https://a..example/', 'host'],
  ])('rejects %s: %s', async (url, reason) => {
    const { connect, asked } = internet(1);
    const work = postPublic(url, { ...options, connect });
    await expect(work).rejects.toBeInstanceOf(EgressDenied);
    await expect(work).rejects.toMatchObject({ reason });
    expect(asked).toEqual([]);
  });

  it('rejects a name that has a private address among others', async () => {
    const resolver = (): Promise<string[]> => Promise.resolve([publicAddress, '10.0.0.1']);
    await expect(postPublic('https://hook.example/', { ...options, resolver })).rejects.toMatchObject({
      reason: 'address',
    });
  });

  it('uses http for allowed hosts only', async () => {
    const bodies: number[] = [];
    const port = await startHttp((request, response) => {
      request.on('data', (data: Buffer) => bodies.push(data.length));
      request.on('end', () => response.end());
    });
    const allowed = AllowedHosts.parse(`127.0.0.1:${port}`);
    expect(await postPublic(`http://127.0.0.1:${port}/`, { ...options, allowed })).toMatchObject({
      status: 200,
    });
    expect(bodies).toEqual([14]);
    await expect(postPublic('http://hook.example/', { ...options, allowed })).rejects.toMatchObject({
      reason: 'url',
    });
  });

  it('reads no more of a response than the limit', async () => {
    let closed = Promise.resolve<unknown>(undefined);
    const hook = await startHook(namedServer, (request, response) => {
      closed = closing(request.socket);
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(10_000)));
      };
      response.on('drain', pour);
      pour();
    });
    const reply = await postPublic('https://hook.example/', {
      ...options,
      connect: internet(hook.port).connect,
    });
    expect(reply.status).toBe(200);
    await closed;
  });

  it.each([
    [
      'never ends',
      (socket: { write: (text: string) => unknown }) =>
        socket.write('HTTP/1.1 202 OK\r\nContent-Length: 9\r\n\r\nx'),
    ],
    [
      'breaks off',
      (socket: { end: (text: string) => unknown }) =>
        socket.end('HTTP/1.1 202 OK\r\nContent-Length: 9\r\n\r\nx'),
    ],
  ])('returns the status of a response that %s', async (_what, responseTo) => {
    const port = await startTcp((socket) => {
      socket.once('data', () => responseTo(socket));
    });
    const allowed = AllowedHosts.parse('127.0.0.1');
    const response = await postPublic(`http://127.0.0.1:${port}/`, {
      ...options,
      allowed,
      timeoutMilliseconds: 300,
    });
    expect(response.status).toBe(202);
  });

  it.each([
    ['sends no response', '', 'timeout'],
    ['sends an invalid response', 'rubbish\r\n\r\n', 'protocol'],
    ['sends an oversized header', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`, 'protocol'],
    [
      'switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      'protocol',
    ],
  ])('fails when the server %s', async (_what, text, reason) => {
    const port = await startTcp((socket) => {
      socket.once('data', () => socket.write(text));
    });
    const allowed = AllowedHosts.parse('127.0.0.1');
    const work = postPublic(`http://127.0.0.1:${port}/`, { ...options, allowed, timeoutMilliseconds: 500 });
    await expect(work).rejects.toBeInstanceOf(EgressFailed);
    await expect(work).rejects.toMatchObject({ reason });
  });

  it('fails in time when TLS or name resolution hangs', async () => {
    const silent = await startTcp((socket) => socket.resume());
    const quick = { ...options, timeoutMilliseconds: 200, connect: internet(silent).connect };
    await expect(postPublic('https://hook.example/', quick)).rejects.toMatchObject({ reason: 'timeout' });
    const resolver = (): Promise<string[]> => new Promise(() => undefined);
    await expect(postPublic('https://hook.example/', { ...quick, resolver })).rejects.toMatchObject({
      host: 'hook.example',
    });
  });

  it('distinguishes an unknown name from a closed port', async () => {
    const resolver = (): Promise<string[]> => Promise.reject(new Error('ENOTFOUND'));
    await expect(postPublic('https://hook.example/', { ...options, resolver })).rejects.toBeInstanceOf(
      EgressUnresolved,
    );
    const port = await startTcp(() => undefined);
    await closeAll();
    const work = postPublic('https://hook.example/', { ...options, connect: internet(port).connect });
    await expect(work).rejects.toMatchObject({ reason: 'refused' });
  });

  it("rejects with its signal's reason", async () => {
    const silent = await startTcp((socket) => socket.resume());
    const connect = internet(silent).connect;
    const reason = new Error('enough');
    await expect(
      postPublic('https://hook.example/', { ...options, connect, signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    const controller = new AbortController();
    const work = postPublic('https://hook.example/', { ...options, connect, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(work).rejects.toBe(reason);
  });
});
