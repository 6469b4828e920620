/** Limits of one proxy. */
export interface EgressLimits {
  /** Bytes on the network, in both directions, over the proxy's lifetime. */
  bytes: number;
  /** Concurrent outbound connections. Browsers open at most 32 to one proxy (and as many for WebSockets). */
  connections: number;
  /** Size of a request or response header. */
  headerBytes: number;
  /** Time for a client to send a request header. */
  headerMilliseconds: number;
  /** Time for one name, including the wait for other lookups. */
  resolveMilliseconds: number;
  /** Concurrent name lookups; others wait. */
  lookups: number;
  /** Time for all addresses of a host together. */
  connectMilliseconds: number;
  /** How long a request or tunnel may stay idle, with no byte in either direction. */
  idleMilliseconds: number;
  /** Maximum duration of a request or tunnel. The deadline of the rendering usually ends it earlier. */
  exchangeMilliseconds: number;
}

export const defaultEgressLimits: EgressLimits = {
  bytes: 100_000_000,
  connections: 64,
  headerBytes: 64 * 1024,
  headerMilliseconds: 10_000,
  resolveMilliseconds: 5_000,
  lookups: 16,
  connectMilliseconds: 5_000,
  idleMilliseconds: 60_000,
  exchangeMilliseconds: 600_000,
};
