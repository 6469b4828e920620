import { type Host, parseHost } from './host.ts';
import { type AddressRange, isInRange, parseAddressRange, parseIpAddress } from './ip-address.ts';

/** One entry of the list. Exactly one of `name` and `range` is set. Without `port` the entry matches every port. */
interface AllowedHost {
  name?: string;
  range?: AddressRange;
  port?: number;
}

/**
 * Non-public hosts that may be reached: `ALLOWED_PRIVATE_HOSTS`, for tests and for installations that render pages of
 * their own network or send notifications to it.
 *
 * A comma-separated list of
 *
 * - names: `intranet.example`, or with a port `intranet.example:8080`. A name allows every address it resolves to.
 * - addresses: `10.0.0.5`, `fd00::5`, or with a port `10.0.0.5:8080`, `[fd00::5]:8080`
 * - address ranges: `10.1.0.0/16`, `fd12:3456::/32`
 *
 * Addresses and ranges also allow names that resolve to them. IPv4 addresses do not allow their IPv6 mappings.
 */
export class AllowedHosts {
  /** Allows public addresses only. */
  static readonly none = new AllowedHosts([]);

  readonly #entries: readonly AllowedHost[];

  private constructor(entries: readonly AllowedHost[]) {
    this.#entries = entries;
  }

  /** @throws Error when an entry is invalid; the message names the entry and the valid forms */
  static parse(list: string): AllowedHosts {
    if (list.trim() === '') return AllowedHosts.none;
    return new AllowedHosts(list.split(',').map((item) => parseItem(item.trim())));
  }

  /**
   * Whether the list allows a connection.
   *
   * @param host the requested name or address, in the spelling of `parseHost`
   * @param port the requested port
   * @param address one address that `host` resolved to, or `host` itself
   */
  permits(host: string, port: number, address: string): boolean {
    if (this.#entries.length === 0) return false;
    const bytes = parseIpAddress(address);
    return (
      bytes !== undefined &&
      this.#entries.some(
        (entry) =>
          (entry.port ?? port) === port &&
          (entry.range ? isInRange(bytes, entry.range) : entry.name === host),
      )
    );
  }

  /** Whether `permits` can hold for at least one address of the host. A name may resolve to any address. */
  mayPermit(host: Host, port: number): boolean {
    if (host.kind === 'address') return this.permits(host.text, port, host.text);
    return this.#entries.some(
      (entry) => (entry.port ?? port) === port && (entry.range !== undefined || entry.name === host.text),
    );
  }
}

function parseItem(item: string): AllowedHost {
  if (item === '') throw fault(item, 'an item is empty');
  if (item.includes('/')) {
    const range = parseAddressRange(item);
    if (!range) {
      throw fault(
        item,
        'a range is written as its first address and a prefix length: 10.1.0.0/16 or fd00::/8',
      );
    }
    return { range };
  }
  if (parseIpAddress(item)) return { range: singleAddress(item) };
  const [, hostText = '', portText] = /^(\[[^\]]*\]|[^:]*)(?::([^:]*))?$/.exec(item) ?? [];
  const host = parseHost(hostText);
  if (!host || hostText.includes('*')) {
    throw fault(
      item,
      'write a host name, an address (IPv6 in brackets before a port), or a range 10.1.0.0/16',
    );
  }
  const port = portText === undefined ? {} : { port: parsePort(item, portText) };
  if (host.kind === 'name') return { name: host.text, ...port };
  requireUsualSpelling(item, hostText, host);
  return { range: singleAddress(host.text), ...port };
}

/** A disguised spelling of an address (`0x7f.1`, `010.0.0.1`) is more likely a mistake than intended. */
function requireUsualSpelling(item: string, written: string, host: Host): void {
  if (!parseIpAddress(written.replace(/^\[(.*)\]$/, '$1'))) {
    throw fault(item, `write the address as ${host.text}`);
  }
}

function parsePort(item: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw fault(item, 'a port is a number from 1 to 65535');
  return port;
}

function singleAddress(text: string): AddressRange {
  const base = parseIpAddress(text);
  if (!base) throw new Error(`Not an address: ${text}`);
  return { base, prefixLength: base.length * 8 };
}

const fault = (item: string, message: string): Error =>
  new Error(`ALLOWED_PRIVATE_HOSTS: '${item}' is not valid: ${message}`);
