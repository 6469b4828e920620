import type { AllowedHosts } from './allowed-hosts.ts';
import { isPublicAddress } from './address.ts';
import { blockedPorts } from './blocked-ports.ts';
import { EgressDenied, type DenialReason } from './errors.ts';
import { parseHost } from './host.ts';

/**
 * The reason a call would reject a URL whatever its host resolves to, so that a client gets the error at once.
 * Names are resolved and checked only when a request is sent, because their addresses can change until then.
 *
 * @returns undefined if the URL passes these checks
 */
export function denialBeforeResolving(url: URL, allowed: AllowedHosts): DenialReason | undefined {
  const isSecure = url.protocol === 'https:';
  if ((!isSecure && url.protocol !== 'http:') || url.username || url.password) return 'url';
  const host = parseHost(url.hostname);
  if (!host) return 'host';
  const port = portOf(url);
  if (blockedPorts.has(port)) return 'port';
  if (allowed.mayPermit(host, port)) return undefined;
  if (host.kind === 'address' && !isPublicAddress(host.text)) return 'address';
  return isSecure ? undefined : 'url';
}

/**
 * Parses a URL to call.
 *
 * @param base resolves a relative URL, such as that of a redirect
 * @throws EgressDenied `url` when the text is not a URL, its scheme is not http or https, or it contains credentials
 */
export function readWebUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url) throw new EgressDenied(base?.hostname ?? '', 'url');
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username || url.password) throw new EgressDenied(url.hostname, 'url');
  return url;
}

/** The port of a web URL. */
export const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));
