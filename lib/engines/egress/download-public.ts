import { readWebUrl } from './check-url.ts';
import { downloadName } from './download-name.ts';
import { DownloadTooLarge, UnusableResponse } from './errors.ts';
import { type Exchange, exchange } from './exchange.ts';
import { type CallOptions, PublicCall } from './public-call.ts';
import { readBody } from './read-body.ts';
import { announcedSize, redirectOf, requireFile } from './usable-response.ts';

export interface DownloadOptions extends CallOptions {
  /** Maximum size of the file. */
  maximumBytes: number;
  /** How long the server may send nothing while the body is read. Default: 15 seconds. */
  idleMilliseconds?: number;
  /** Headers for the origin of the URL, which servers that it redirects to do not receive. */
  headers?: Readonly<Record<string, string>>;
}

/** A file whose header has arrived. Read `body` to its end, or call `close`. */
export interface Download {
  /** The URL that returned the file, after redirects. May contain secrets. */
  url: string;
  /** From `Content-Disposition`, else the URL's path; safe to store. Empty if neither contains a name. */
  fileName: string;
  /** As the server sent it. */
  contentType?: string;
  /** Bytes, if the server announced them. */
  size?: number;
  /**
   * The file, which can be read once.
   *
   * @throws DownloadTooLarge after `maximumBytes`
   * @throws EgressFailed when the file is shorter or longer than announced, the connection breaks, or a time limit
   *   passes
   * @throws the signal's reason when the signal aborts
   */
  body: AsyncIterable<Uint8Array>;
  /** Closes the connection. Safe to call repeatedly. */
  close(): void;
}

const maximumRedirects = 10;
const defaultIdleMilliseconds = 15_000;

/** No cookies, no credentials, no referrer. Other encodings would make the size of the file unpredictable. */
const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'File-Conversion-Service' };

/**
 * Requests a file from a public or allowed host and follows redirects, each checked like the first URL. Resolves when
 * the header of the file has arrived.
 *
 * @throws EgressDenied when a URL is not https (http: allowed hosts only) or contains credentials, or when its host,
 *   port or address is not allowed
 * @throws EgressFailed when there was no valid response; UnusableResponse for a status other than 200, more than ten
 *   redirects, or an encoded body
 * @throws DownloadTooLarge when the announced size exceeds `maximumBytes`
 * @throws the signal's reason when the signal aborts
 */
export async function downloadPublic(url: string, options: DownloadOptions): Promise<Download> {
  const target = readWebUrl(url);
  const call = new PublicCall(options);
  try {
    return downloadOf(call, await follow(call, target, options.headers ?? {}), options);
  } catch (error) {
    call.end();
    throw error instanceof DownloadTooLarge ? error : call.errorOf(error);
  }
}

interface Found extends Exchange {
  url: URL;
}

/** Follows redirects to the first other response. */
async function follow(
  call: PublicCall,
  first: URL,
  further: Readonly<Record<string, string>>,
): Promise<Found> {
  let url = first;
  for (let redirects = 0; redirects <= maximumRedirects; redirects += 1) {
    const found = await exchange(call, url, {
      method: 'GET',
      headers: url.origin === first.origin ? { ...further, ...headers } : headers,
      send: (request) => request.end(),
    });
    try {
      const next = redirectOf(found.response, url);
      if (!next) return { ...found, url };
      url = next;
    } catch (error) {
      found.close();
      throw error;
    }
    found.close();
  }
  throw new UnusableResponse(call.host, 'redirects too many times');
}

function downloadOf(call: PublicCall, found: Found, options: DownloadOptions): Download {
  const { url, response } = found;
  const { maximumBytes, idleMilliseconds = defaultIdleMilliseconds } = options;
  const end = (): void => {
    found.close();
    call.end();
  };
  try {
    requireFile(response, call.host);
    const size = announcedSize(response, call.host);
    if (size !== undefined && size > maximumBytes) throw new DownloadTooLarge(call.host, maximumBytes);
    const { 'content-type': contentType, 'content-disposition': disposition } = response.headers;
    return {
      url: url.href,
      fileName: downloadName(disposition, url),
      ...(contentType === undefined ? {} : { contentType }),
      ...(size === undefined ? {} : { size }),
      body: readBody(found, { call, maximumBytes, idleMilliseconds, end }),
      close: end,
    };
  } catch (error) {
    end();
    throw error;
  }
}
