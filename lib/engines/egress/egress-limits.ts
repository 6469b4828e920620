/** What one proxy may carry, and for how long. */
export interface EgressLimits {
  /** In both directions and over the proxy's whole life, as sent over the network. */
  bytes: number;
  /** To the outside, at a time. Browsers open at most 32 to one proxy (and as many for WebSockets). */
  connections: number;
  /** Of the header of a request or answer. */
  headerBytes: number;
  /** For a client to send the header of a request. */
  headerMilliseconds: number;
  /** For one name, including the time that it waits for other look-ups. */
  resolveMilliseconds: number;
  /** Names looked up at the same time; others wait. */
  lookups: number;
  /** For all addresses of a host together. */
  connectMilliseconds: number;
  /** How long a request or tunnel may stay without any byte moving. */
  idleMilliseconds: number;
  /** The longest life of a request or tunnel. */
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
  idleMilliseconds: 30_000,
  exchangeMilliseconds: 60_000,
};
