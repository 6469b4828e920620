import type { ClientRequest, IncomingMessage } from 'node:http';
import { EgressFailed } from './errors.ts';

/**
 * The answer to a request, as far as its header.
 *
 * @throws what broke the request; EgressFailed for what Node ends without an error: a 101 nobody asked for
 */
export function answerOf(request: ClientRequest, host: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.once('response', resolve);
  request.once('upgrade', (_answer, socket) => {
    socket.destroy();
    reject(new EgressFailed(host, 'protocol'));
  });
  // Stays, for what breaks after the answer began; its body tells of that.
  request.on('error', reject);
  request.once('close', () => reject(new EgressFailed(host, 'unreachable')));
  return promise;
}
