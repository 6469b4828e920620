import type { ClientRequest, IncomingMessage } from 'node:http';
import { EgressFailed } from './errors.ts';

/**
 * The response to a request. Resolves once the header has arrived.
 *
 * @throws the error that broke the request
 * @throws EgressFailed when Node ends the request without an error (an unsolicited 101)
 */
export function responseOf(request: ClientRequest, host: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.once('response', resolve);
  request.once('upgrade', (_response, socket) => {
    socket.destroy();
    reject(new EgressFailed(host, 'protocol'));
  });
  // Stays attached for errors after the response began, which its body reports.
  request.on('error', reject);
  request.once('close', () => reject(new EgressFailed(host, 'unreachable')));
  return promise;
}
