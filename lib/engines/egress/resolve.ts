import { isPublicAddress } from './address.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import { blockedPorts } from './blocked-ports.ts';
import { EgressDenied, EgressUnresolved } from './errors.ts';
import { type Host, parseHost } from './host.ts';

/**
 * Finds the addresses of a name, which may end with a dot. Rejects, or resolves to an empty list, if there are none.
 */
export type Resolver = (name: string) => Promise<readonly string[]>;

/** A host all of whose addresses may be connected to. */
export interface CheckedHost {
  /** In the spelling of `parseHost`: an address without brackets, or a name. */
  host: string;
  port: number;
  /** At least one, in the order to try them. Connect only to these and do not resolve again. */
  addresses: readonly string[];
  /** Whether the list of allowed hosts covers every address; such a host may also be reached over plain http. */
  listed: boolean;
}

/**
 * Resolves a host once and checks the result: every address must be public or allowed. A response that mixes public and
 * private addresses is how an attacker makes a name point inside a network.
 *
 * @param host as in `URL.hostname` or the target of a CONNECT, in any spelling that URLs allow
 * @throws EgressDenied when the host, its port or any of its addresses is not allowed
 * @throws EgressUnresolved when it has no address
 */
export async function resolvePublic(
  host: string,
  port: number,
  allowed: AllowedHosts,
  resolver: Resolver,
): Promise<CheckedHost> {
  const parsed = parseHost(host);
  if (!parsed) throw new EgressDenied(host, 'host');
  if (!Number.isInteger(port) || port > 65_535 || port < 0 || blockedPorts.has(port)) {
    throw new EgressDenied(host, 'port');
  }
  const addresses = parsed.kind === 'address' ? [parsed.text] : await namedAddresses(parsed, resolver);
  const isListed = (address: string): boolean => allowed.permits(parsed.text, port, address);
  if (!addresses.every((address) => isListed(address) || isPublicAddress(address))) {
    throw new EgressDenied(parsed.text, 'address');
  }
  return { host: parsed.text, port, addresses, listed: addresses.every(isListed) };
}

async function namedAddresses(name: Host, resolver: Resolver): Promise<readonly string[]> {
  let addresses;
  try {
    addresses = await resolver(name.absolute ? `${name.text}.` : name.text);
  } catch (cause) {
    throw new EgressUnresolved(name.text, cause);
  }
  if (addresses.length === 0) throw new EgressUnresolved(name.text);
  return [...new Set(addresses)];
}
