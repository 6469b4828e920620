import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>;
  body: string;
  /** From the start to the last byte, after which a keep-alive connection stays open. */
  milliseconds: number;
}

/**
 * Sends bytes as they are and reads the response until the server closes the connection.
 *
 * @param cutAfter bytes after which the client goes away without waiting, if it does
 * @returns undefined when the server closed without a response; `late` when it did neither within `timeout` ms
 */
export function exchange(
  { hostname, port }: URL,
  message: Buffer,
  timeout: number,
  cutAfter?: number,
): Promise<RawResponse | 'late' | undefined> {
  const { promise, resolve } = Promise.withResolvers<RawResponse | 'late' | undefined>();
  const chunks: Buffer[] = [];
  const started = performance.now();
  let lastByte = started;
  const response = (): RawResponse | undefined => {
    const found = parsed(Buffer.concat(chunks));
    return found && { ...found, milliseconds: lastByte - started };
  };
  const socket = connect(Number(port), hostname);
  // In the socket's own time: the message may be one that never ends.
  const timer = setTimeout(() => {
    resolve(chunks.length > 0 ? response() : 'late');
    socket.destroy();
  }, timeout);
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    lastByte = performance.now();
  });
  // A server that rejects a request can reset the connection while it is still being sent.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(timer);
    resolve(response());
  });
  socket.write(cutAfter === undefined ? message : message.subarray(0, cutAfter), () => {
    if (cutAfter !== undefined) socket.destroy();
  });
  return promise;
}

/** The last response that a server sent. Before it can be `100 Continue`, and responses to smuggled requests. */
function parsed(bytes: Buffer): Omit<RawResponse, 'milliseconds'> | undefined {
  const text = bytes.toString('latin1');
  const [start, version = '', status = ''] = /^(HTTP\/1\.[01]) (\d{3})[^\r\n]*\r\n/.exec(text) ?? [];
  if (start === undefined || version === '') return undefined;
  if (status === '100') return parsed(bytes.subarray(text.indexOf('\r\n\r\n') + 4));
  const end = text.indexOf('\r\n\r\n');
  const headers = new Map(
    text
      .slice(start.length, Math.max(end, start.length))
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
  );
  const body = bytes.subarray(end + 4);
  return {
    status: Number(status),
    headers,
    body: (headers.get('transfer-encoding') === 'chunked' ? dechunked(body) : body).toString('utf8'),
  };
}

function dechunked(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  while (at < body.length) {
    const lineEnd = body.indexOf('\r\n', at);
    const length = parseInt(body.toString('latin1', at, lineEnd), 16);
    if (lineEnd < 0 || !(length > 0)) break;
    pieces.push(body.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
  return Buffer.concat(pieces);
}
