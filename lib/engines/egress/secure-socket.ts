import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { inTime, type TimeBound } from '../../base/in-time.ts';
import { EgressFailed } from './errors.ts';

export interface SecureSocketOptions extends Pick<TimeBound, 'milliseconds' | 'signal'> {
  /** PEM certificates to trust instead of the default authorities. */
  certificateAuthorities?: string | string[] | undefined;
}

/**
 * Starts TLS on a connected socket. Destroys the socket if that fails.
 *
 * @param host a name or an address, which the server's certificate must contain
 * @throws EgressFailed `protocol` when the server presents no valid certificate for the host, `timeout`
 * @throws the signal's reason when the signal aborts
 */
export async function secureSocket(
  socket: Socket,
  host: string,
  { milliseconds, signal, certificateAuthorities }: SecureSocketOptions,
): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const secure = connectTls({
    socket,
    host,
    // SNI is for names only (RFC 6066, section 3).
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
    ...(certificateAuthorities ? { ca: certificateAuthorities } : {}),
  });
  secure.once('secureConnect', () => resolve(secure));
  secure.on('error', (error) => reject(new EgressFailed(host, 'protocol', error)));
  secure.once('close', () => reject(new EgressFailed(host, 'unreachable')));
  try {
    const late = (): Error => new EgressFailed(host, 'timeout');
    return await inTime(promise, { milliseconds, signal, late });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
