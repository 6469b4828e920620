import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { readWebUrl } from './check-url.ts';
import { exchange } from './exchange.ts';
import { type CallOptions, PublicCall } from './public-call.ts';

export interface PostOptions extends CallOptions {
  /** `host`, `content-length` and `connection` are set by `postPublic`. */
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  /** How many bytes of the response body are read before the connection is closed. The body is discarded. */
  maximumResponseBytes: number;
}

export interface PublicResponse {
  status: number;
  headers: IncomingHttpHeaders;
}

/**
 * Sends one POST to a public or allowed host. Redirects are not followed but returned. Once a status has arrived it is
 * returned, even if the body then breaks off or never ends.
 *
 * @throws EgressDenied when the URL is not https (http: allowed hosts only) or contains credentials, or when the host,
 *   port or address is not allowed
 * @throws EgressFailed when there was no response; EgressUnresolved when the name has no address
 * @throws the signal's reason when the signal aborts
 */
export async function postPublic(url: string, options: PostOptions): Promise<PublicResponse> {
  const target = readWebUrl(url);
  const body = Buffer.from(options.body);
  const call = new PublicCall(options);
  try {
    const { response, close } = await exchange(call, target, {
      method: 'POST',
      headers: { ...options.headers, 'content-length': body.length },
      send: (request) => request.end(body),
    });
    try {
      await drain(response, options.maximumResponseBytes);
    } finally {
      close();
    }
    return { status: response.statusCode ?? 0, headers: response.headers };
  } catch (error) {
    throw call.errorOf(error);
  } finally {
    call.end();
  }
}

/**
 * Waits for the end of the body, so that the server is not cut off while it sends. Gives up after `maximum` bytes, or
 * when the body breaks off.
 */
export async function drain(response: IncomingMessage, maximum: number): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maximum) return;
    }
  } catch {
    // The status has arrived; a body that breaks off does not change it.
  }
}
