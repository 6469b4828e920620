import { isIP } from 'node:net';

/** The host of a URL in the one spelling that everything here compares: an IP address, or a name. */
export interface Host {
  kind: 'address' | 'name';
  /** An address without brackets; a name in lower-case ASCII, without a trailing dot. */
  text: string;
  /** Whether a name ended with a dot: it is then complete, and a resolver adds no search domain. */
  absolute: boolean;
}

const label = /^[a-z0-9_-]{1,63}$/;

/**
 * Reads a host as the URL standard does (https://url.spec.whatwg.org/#host-parsing), so that what is checked is what
 * a browser means: `0x7f.1`, `017700000001`, `2130706433` and `１２７。０。０。１` are all the address 127.0.0.1, and
 * names become their IDNA form.
 *
 * @param text a host alone, IPv6 in brackets (as in `URL.hostname` and in the target of CONNECT)
 * @returns undefined for what is no host, or a name that DNS cannot hold
 */
export function parseHost(text: string): Host | undefined {
  // Characters that end a host, and white space, which URL parsing would drop without a word.
  if (!/^(\[[^\]]*\]|[^:[\]]+)$/.test(text) || /[\s/\\?#@]/.test(text)) return undefined;
  const hostname = URL.parse(`http://${text}/`)?.hostname;
  if (!hostname) return undefined;
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address)) return { kind: 'address', text: address, absolute: true };
  const name = hostname.replace(/\.$/, '');
  const isName = name.length <= 253 && name.split('.').every((part) => label.test(part));
  return isName ? { kind: 'name', text: name, absolute: name !== hostname } : undefined;
}
