import { Resolver as DnsClient } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { addressesInHosts } from './hosts-file.ts';

export interface NameLookupOptions {
  /** For one name, including the time that it waits for its turn. */
  milliseconds: number;
  /** Names looked up at the same time. Others wait for their turn, in the order of their calls. */
  maximum: number;
  /** Name servers as `address` or `address:port`. Those of the system, from /etc/resolv.conf, by default. */
  nameServers?: readonly string[] | undefined;
  /** The system's by default. */
  hostsFile?: string | undefined;
}

/**
 * Milliseconds until a question is sent again, which then double, up to 11 seconds in all with one name server. Limits
 * of a look-up that are shorter end it before.
 */
const clientOptions = { timeout: 1_000, tries: 4 };

/**
 * How long a look-up that has the addresses of one family waits for the other. Some name servers never answer
 * questions for AAAA records.
 */
const otherFamilyMilliseconds = 500;

/** RFC 6761, section 6.3. */
const loopback = ['127.0.0.1', '::1'];

/**
 * The name look-ups of one page or one delivery. They share nothing with those of others, and they end with it.
 *
 * `dns.lookup` cannot do this: its calls run in libuv's thread pool, two at a time in the whole process, and cannot be
 * canceled. A page that names many hosts whose name server never answers would block the look-ups of every other page
 * for minutes. Here each look-up has a DNS client (c-ares) with a socket of its own.
 *
 * A name is looked up in the hosts file, then in DNS as it is: search domains are not appended. Other sources that
 * /etc/nsswitch.conf may name (mDNS, LDAP, the machine's own name) are not used. `localhost` and names below it never
 * reach a name server.
 */
export class NameLookups {
  readonly #options: NameLookupOptions;
  readonly #idle: DnsClient[] = [];
  readonly #busy = new Set<DnsClient>();
  readonly #waiting = new Set<PromiseWithResolvers<undefined>>();
  #turns = 0;
  #hosts: Promise<string> | undefined;
  #isStopped = false;

  constructor(options: NameLookupOptions) {
    this.#options = options;
  }

  /**
   * The addresses of a name: IPv4 and IPv6 by turns, IPv4 first, each family in the order of the response.
   *
   * @param name in lower-case ASCII; a trailing dot makes no difference
   * @throws Error if the name has no address, the name server fails, time runs out, or `stop` is called
   */
  async addressesOf(name: string): Promise<readonly string[]> {
    const bare = name.replace(/\.$/, '');
    const known = await this.#knownAddresses(bare);
    if (known.length > 0) return known;
    this.#requireOpen();

    const turn = Promise.withResolvers<undefined>();
    let client: DnsClient | undefined;
    const timer = setTimeout(() => {
      this.#waiting.delete(turn);
      turn.reject(new Error('The name took too long to resolve'));
      client?.cancel();
    }, this.#options.milliseconds);
    this.#waiting.add(turn);
    this.#giveTurns();
    try {
      await turn.promise;
      try {
        this.#requireOpen();
        client = this.#idle.pop() ?? this.#newClient();
        this.#busy.add(client);
        return await ask(client, bare);
      } finally {
        this.#turns--;
        if (client && this.#busy.delete(client)) this.#idle.push(client);
        this.#giveTurns();
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends all look-ups and rejects new ones. Those that wait get their turn by it, and end too. */
  stop(): void {
    this.#isStopped = true;
    for (const client of this.#busy) client.cancel();
  }

  async #knownAddresses(name: string): Promise<readonly string[]> {
    this.#hosts ??= readHosts(this.#options.hostsFile ?? '/etc/hosts');
    const hosts = await this.#hosts;
    const listed = addressesInHosts(hosts, name);
    if (listed.length > 0 || !/(^|\.)localhost$/.test(name)) return listed;
    const local = addressesInHosts(hosts, 'localhost');
    return local.length > 0 ? local : loopback;
  }

  #requireOpen(): void {
    if (this.#isStopped) throw stopped();
  }

  #giveTurns(): void {
    for (const turn of this.#waiting) {
      if (this.#turns >= this.#options.maximum) return;
      this.#waiting.delete(turn);
      this.#turns++;
      turn.resolve(undefined);
    }
  }

  #newClient(): DnsClient {
    const client = new DnsClient(clientOptions);
    if (this.#options.nameServers) client.setServers(this.#options.nameServers);
    return client;
  }
}

/** Asks for both families at once; one that fails or is late does not take the other's addresses away. */
async function ask(client: DnsClient, name: string): Promise<string[]> {
  const questions = [client.resolve4(name), client.resolve6(name)];
  let patience: NodeJS.Timeout | undefined;
  const startPatience = (): void => {
    patience ??= setTimeout(() => client.cancel(), otherFamilyMilliseconds);
  };
  for (const question of questions) question.then(startPatience, () => undefined);
  const outcomes = await Promise.allSettled(questions);
  clearTimeout(patience);
  const [ipv4 = [], ipv6 = []] = outcomes.map((one) => (one.status === 'fulfilled' ? one.value : []));
  const addresses = byTurns(ipv4, ipv6);
  if (addresses.length > 0) return addresses;
  const failure = outcomes.find((one) => one.status === 'rejected');
  throw new Error(`No address for ${name}`, { cause: failure?.reason });
}

/** A machine that has one family fails at the other's addresses at once, so that no more than a few are in its way. */
function byTurns(first: readonly string[], second: readonly string[]): string[] {
  const length = Math.max(first.length, second.length);
  return Array.from({ length }, (_, index) => [first[index], second[index]])
    .flat()
    .filter((address) => address !== undefined);
}

/** In lower case. A file that cannot be read has no names. */
async function readHosts(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).toLowerCase();
  } catch {
    return '';
  }
}

const stopped = (): Error => new Error('Its page or delivery has ended');
