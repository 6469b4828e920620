import { StorageError } from './errors.ts';
import { withOrigin } from './response-origin.ts';

/** Statuses by which a proxy sends clients to another address of the service, such as https in place of http. */
const moved = [301, 302, 307, 308];

/**
 * The response to a request to the service, after the redirect to a result (303), which is the only one of the service.
 * Browsers follow redirects themselves.
 *
 * @param path of the request, below the base URL
 * @param follow gets a result from a presigned URL
 * @throws StorageError when the request was redirected to another address
 */
export async function afterRedirect(
  response: Response,
  path: string,
  follow: (url: string) => Promise<Response>,
): Promise<Response> {
  const { status, headers, redirected, url } = response;
  const location = headers.get('location') ?? '';
  if (moved.includes(status)) throw movedError(status, location, path);
  // The address of a result has another path.
  if (redirected && baseOf(url, path) !== undefined) throw movedError(status, url, path);
  if (status !== 303 || location === '') return response;
  await response.body?.cancel();
  const result = await follow(location);
  return withOrigin(result, { url: result.url, redirected: true });
}

function movedError(status: number, url: string, path: string): StorageError {
  const base = baseOf(url, path);
  const message =
    base === undefined
      ? `The service redirects to ${url || 'no address'}. Check the base URL.`
      : `The service redirects to ${base}; use that base URL.`;
  return new StorageError(status, '', message);
}

/** The base URL of a request, if it has that path. */
const baseOf = (url: string, path: string): string | undefined => {
  const [address = ''] = url.split('?');
  return URL.canParse(url) && address.endsWith(path) ? address.slice(0, -path.length) : undefined;
};
