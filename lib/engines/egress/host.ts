import { isIP } from 'node:net';

/** The host of a URL in the canonical spelling used for every comparison: an IP address or a name. */
export interface Host {
  kind: 'address' | 'name';
  /** An address without brackets; a name in lower-case ASCII, without a trailing dot. */
  text: string;
  /** Whether the name ended with a dot. Such a name is complete; a resolver adds no search domain. */
  absolute: boolean;
}

const label = /^[a-z0-9_-]{1,63}$/;

/**
 * Parses a host as the URL standard does (https://url.spec.whatwg.org/#host-parsing), so that the checked host is the
 * one a browser uses: `0x7f.1`, `017700000001`, `2130706433` and `１２７。０。０。１` all mean 127.0.0.1, and names are
 * converted to their IDNA form.
 *
 * @param text a host only, IPv6 in brackets (as in `URL.hostname` and in the target of CONNECT)
 * @returns undefined if the text is not a host, or is a name that DNS cannot hold
 */
export function parseHost(text: string): Host | undefined {
  // Characters that end a host, and white space, which URL parsing would drop silently.
  if (!/^(\[[^\]]*\]|[^:[\]]+)$/.test(text) || /[\s/\\?#@]/.test(text)) return undefined;
  const hostname = URL.parse(`http://${text}/`)?.hostname;
  if (!hostname) return undefined;
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address)) return { kind: 'address', text: address, absolute: true };
  const name = hostname.replace(/\.$/, '');
  const isName = name.length <= 253 && name.split('.').every((part) => label.test(part));
  return isName ? { kind: 'name', text: name, absolute: name !== hostname } : undefined;
}
