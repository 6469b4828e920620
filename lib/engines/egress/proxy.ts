import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { AllowedHosts } from './allowed-hosts.ts';
import { type Connect, directConnect } from './connect.ts';
import { defaultEgressLimits, type EgressLimits } from './egress-limits.ts';
import { NameLookups } from './name-lookups.ts';
import { Outbound } from './outbound.ts';
import { ownResponse, type ProxyReport } from './proxy-report.ts';
import { forwardRequest } from './proxy-request.ts';
import { respondInTunnel, openTunnel } from './proxy-tunnel.ts';
import { cacheResponses } from './cache-responses.ts';
import type { Resolver } from './resolve.ts';

export interface EgressProxyOptions extends ProxyReport {
  /** Non-public hosts that may be reached. Default: none. */
  allowed?: AllowedHosts;
  limits?: Partial<EgressLimits>;
  /** Default: a resolver of this proxy, which ends with it. */
  resolver?: Resolver;
  /** Name servers as `address` or `address:port`. Default: the system's. */
  nameServers?: readonly string[];
  connect?: Connect;
  /**
   * Called with the URL, or the authority of a CONNECT, of a request without credentials, before the proxy demands them,
   * until a first request has them. The proxy waits for the promise.
   */
  beforeChallenge?: (target: string) => Promise<void>;
  /** False for a client that cannot send credentials. Any process of this machine can then use the proxy. */
  requireCredentials?: boolean;
}

/** Covers the images of one page without holding stale addresses for long. */
const cachedResponses = { milliseconds: 10_000, maximum: 256 };

/**
 * A forward proxy on 127.0.0.1 through which a browser reaches public addresses and the allowed hosts only.
 *
 * The proxy resolves every name itself, checks every address, and connects to a checked address. There is no second
 * resolution that could return something else (DNS rebinding). Ports of protocols other than HTTP are rejected.
 *
 * Create one proxy per task whose traffic is limited and reported separately: it starts in about a millisecond, and
 * browsers take a proxy per context.
 *
 * The proxy's own responses carry `x-egress-denied` (403, or 400 for a malformed request) or `x-egress-failed` (502,
 * 504) with the reason. A browser shows a rejected CONNECT only as a failed tunnel, so rely on the callbacks.
 */
export class EgressProxy {
  /** `http://127.0.0.1:port`, without the credentials, as browsers expect it. */
  readonly url: string;
  /** For Basic authentication to the proxy. */
  readonly credentials: Readonly<{ username: string; password: string }>;
  readonly #server: Server;
  readonly #clients: ReadonlySet<Socket>;
  readonly #outbound: Outbound;
  readonly #lookups: NameLookups;
  readonly #ownSites: Map<string, RequestListener>;
  readonly #admission: { isAdmitted: boolean };

  private constructor(
    server: Server,
    clients: ReadonlySet<Socket>,
    outbound: Outbound,
    lookups: NameLookups,
    ownSites: Map<string, RequestListener>,
    credentials: EgressProxy['credentials'],
    admission: { isAdmitted: boolean },
  ) {
    this.#server = server;
    this.#clients = clients;
    this.#outbound = outbound;
    this.#lookups = lookups;
    this.#ownSites = ownSites;
    this.credentials = credentials;
    this.#admission = admission;
    this.url = `http://127.0.0.1:${listeningPort(server)}`;
  }

  static async start(options: EgressProxyOptions = {}): Promise<EgressProxy> {
    const limits = { ...defaultEgressLimits, ...options.limits };
    const server = createServer({
      maxHeaderSize: limits.headerBytes,
      headersTimeout: Math.min(limits.headerMilliseconds, limits.exchangeMilliseconds),
      requestTimeout: limits.exchangeMilliseconds,
      connectionsCheckingInterval: Math.min(1_000, limits.headerMilliseconds),
      insecureHTTPParser: false,
    });
    // Leaves time to respond after the idle limit of the other side.
    server.setTimeout(limits.idleMilliseconds + 1_000);
    server.maxConnections = limits.connections * 2;
    const clients = new Set<Socket>();
    server.on('connection', (client: Socket) => {
      clients.add(client);
      client.once('close', () => clients.delete(client));
    });

    const lookups = new NameLookups({
      milliseconds: limits.resolveMilliseconds,
      maximum: limits.lookups,
      nameServers: options.nameServers,
    });
    const resolver = options.resolver ?? ((name: string) => lookups.addressesOf(name));
    const outbound = new Outbound({
      allowed: options.allowed ?? AllowedHosts.none,
      resolver: cacheResponses(resolver, cachedResponses),
      connect: options.connect ?? directConnect,
      limits,
      ownPort: () => listeningPort(server),
    });
    const credentials = { username: 'egress', password: randomBytes(32).toString('base64url') };
    const isCorrect =
      options.requireCredentials === false ? (): boolean => true : credentialsCheck(credentials);
    const admission = { isAdmitted: false };
    const mayUse = (request: IncomingMessage): boolean => {
      const isAllowed = isCorrect(request);
      admission.isAdmitted ||= isAllowed;
      return isAllowed;
    };
    const challenge = async ({ url = '' }: IncomingMessage, respond: () => void): Promise<void> => {
      if (!admission.isAdmitted) await options.beforeChallenge?.(url);
      respond();
    };
    const ownSites = new Map<string, RequestListener>();
    server.on('request', (request, response) => {
      if (!mayUse(request)) {
        const { status, headers, body } = unauthenticated;
        void challenge(request, () => response.writeHead(status, headers).end(body));
        return;
      }
      const ownSite = ownSites.get(URL.parse(request.url ?? '')?.origin ?? '');
      if (ownSite) ownSite(request, response);
      else void forwardRequest(request, response, outbound, options);
    });
    server.on('connect', (request, client: Socket, head) => {
      if (mayUse(request)) void openTunnel(request, client, head, outbound, options);
      else void challenge(request, () => respondInTunnel(client, unauthenticated));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new EgressProxy(server, clients, outbound, lookups, ownSites, credentials, admission);
  }

  /** Whether a request with the credentials has arrived. */
  get isAdmitted(): boolean {
    return this.#admission.isAdmitted;
  }

  /** Lets `site` handle the requests to an origin (`http://host`); they do not leave the machine. */
  serve(origin: string, site: RequestListener): void {
    this.#ownSites.set(origin, site);
  }

  /** Rejects all requests from now on, before any name is resolved, but those that a site of `serve` handles. */
  isolate(): void {
    this.#outbound.close();
  }

  /** Bytes transferred so far, in both directions. */
  get bytes(): number {
    return this.#outbound.bytes;
  }

  /** Ends every connection at once, inbound and outbound, and cancels pending lookups and connection attempts. */
  async stop(): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, 'close') : undefined;
    this.#server.close();
    const left = Array.from(this.#clients, ended);
    for (const client of this.#clients) client.destroy();
    this.#outbound.stop();
    await Promise.all([closed, ...left]);
    // Not earlier: requests that wait for these lookups would be reported as failed.
    this.#lookups.stop();
  }
}

function ended(socket: Socket): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  socket.once('close', () => resolve(undefined));
  return promise;
}

const unauthenticated = ownResponse(407, 'This proxy requires credentials.', {
  'proxy-authenticate': 'Basic realm="egress"',
});

/** Basic authentication (RFC 7617), compared in constant time. */
function credentialsCheck({ username, password }: EgressProxy['credentials']) {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(Buffer.from(`${username}:${password}`).toString('base64'));
  return ({ headers }: IncomingMessage): boolean => {
    const [, token = ''] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(headers['proxy-authorization'] ?? '') ?? [];
    return timingSafeEqual(digest(token), expected);
  };
}

const listeningPort = (server: Server): number => (server.address() as AddressInfo | null)?.port ?? 0;
