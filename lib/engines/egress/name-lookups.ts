import { Resolver as DnsClient } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { addressesInHosts } from './hosts-file.ts';

export interface NameLookupOptions {
  /** Limit for one name, including its wait in the queue. */
  milliseconds: number;
  /** Concurrent lookups. Others wait in the order of their calls. */
  maximum: number;
  /** Name servers as `address` or `address:port`. Default: those of /etc/resolv.conf. */
  nameServers?: readonly string[] | undefined;
  /** Default: the system's hosts file. */
  hostsFile?: string | undefined;
}

/**
 * Milliseconds before a query is sent again. The interval then doubles, up to 11 seconds in all with one name server. A
 * shorter limit of the lookup ends it earlier.
 */
const clientOptions = { timeout: 1_000, tries: 4 };

/**
 * How long a lookup that has the addresses of one family waits for the other. Some name servers never respond to AAAA
 * queries.
 */
const otherFamilyMilliseconds = 500;

/** RFC 6761, section 6.3. */
const loopback = ['127.0.0.1', '::1'];

/**
 * The name lookups of one page or one webhook delivery. They share nothing with other pages and end with their own.
 *
 * `dns.lookup` is not suitable: its calls run in libuv's thread pool, two at a time in the whole process, and cannot be
 * canceled. A page that names many hosts whose name server never responds would block the lookups of every other page
 * for minutes. Here each lookup has its own DNS client (c-ares) and socket.
 *
 * A name is looked up in the hosts file, then in DNS as written: search domains are not appended. Other sources that
 * /etc/nsswitch.conf may name (mDNS, LDAP, the machine's own name) are not used. `localhost` and its subdomains are
 * never sent to a name server.
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
   * The addresses of a name: IPv4 and IPv6 alternating, IPv4 first, each family in the order of the response.
   *
   * @param name in lower-case ASCII; a trailing dot makes no difference
   * @throws Error when the name has no address, the name server fails, the time limit passes, or `stop` is called
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

  /** Ends all lookups and rejects new ones. Queued lookups are started by it, and end too. */
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

/** Queries both families concurrently. If one fails or is late, the addresses of the other are still returned. */
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

/** A machine with one family fails at once on the other family's addresses, so alternating them costs little time. */
function byTurns(first: readonly string[], second: readonly string[]): string[] {
  const length = Math.max(first.length, second.length);
  return Array.from({ length }, (_, index) => [first[index], second[index]])
    .flat()
    .filter((address) => address !== undefined);
}

/** The file in lower case; empty if it cannot be read. */
async function readHosts(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).toLowerCase();
  } catch {
    return '';
  }
}

const stopped = (): Error => new Error('Its page or delivery has ended');
