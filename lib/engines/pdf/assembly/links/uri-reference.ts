/**
 * The components of a URI reference (RFC 3986, appendix B). Undefined components are absent, which differs from empty.
 */
interface Components {
  scheme?: string | undefined;
  authority?: string | undefined;
  path: string;
  query?: string | undefined;
  fragment?: string | undefined;
}

/**
 * Resolves a URI reference against a base (RFC 3986, section 5.2).
 *
 * @param base an absolute URI; with any other base the reference is returned unchanged
 */
export function resolveUri(reference: string, base: string): string {
  const own = componentsOf(reference);
  const from = componentsOf(base);
  if (own.scheme !== undefined || from.scheme === undefined) return reference;
  const { scheme } = from;
  const { fragment } = own;
  if (own.authority !== undefined) {
    return uriOf({ ...own, scheme, path: withoutDots(own.path) });
  }
  const { authority } = from;
  if (own.path === '') {
    return uriOf({ scheme, authority, path: from.path, query: own.query ?? from.query, fragment });
  }
  const path = withoutDots(own.path.startsWith('/') ? own.path : merged(from, own.path));
  return uriOf({ scheme, authority, path, query: own.query, fragment });
}

function componentsOf(uri: string): Components {
  const match = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(uri);
  const [, scheme, authority, path = '', query, fragment] = match ?? [];
  return { scheme, authority, path, query, fragment };
}

const uriOf = ({ scheme, authority, path, query, fragment }: Components): string =>
  [
    scheme === undefined ? '' : `${scheme}:`,
    authority === undefined ? '' : `//${authority}`,
    path,
    query === undefined ? '' : `?${query}`,
    fragment === undefined ? '' : `#${fragment}`,
  ].join('');

/** A relative path after the last slash of the base (5.2.3). */
const merged = ({ authority, path }: Components, relative: string): string =>
  authority !== undefined && path === ''
    ? `/${relative}`
    : path.slice(0, path.lastIndexOf('/') + 1) + relative;

/** A path without the segments `.` and `..` (5.2.4). */
function withoutDots(path: string): string {
  const [first = '', ...segments] = path.split('/');
  const kept: string[] = [];
  const isRooted = first === '' && segments.length > 0;
  const all = isRooted ? segments : [first, ...segments];
  for (const [index, segment] of all.entries()) {
    const isLast = index === all.length - 1;
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
    // A path that ends in dots is a folder.
    if (isLast && (segment === '.' || segment === '..')) kept.push('');
  }
  return (isRooted ? '/' : '') + kept.join('/');
}
