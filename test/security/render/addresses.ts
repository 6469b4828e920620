/**
 * The little internet that the attacks happen in. Every address belongs to the network namespace of the suite and none
 * is reached outside it.
 */

/** Where `public.example` and `other.example` are. */
export const publicAddresses = ['93.184.216.34', '93.184.216.35', '2606:2800:220::34'] as const;

/** Addresses that no page may reach, besides all of 127.0.0.0/8 and ::1; canaries sit on each. */
export const insideAddresses = [
  '10.0.0.5',
  '172.16.0.1',
  '172.17.0.1', // Docker's bridge
  '192.168.1.1',
  '169.254.169.254', // instance metadata of most clouds
  '169.254.170.2', // credentials of ECS tasks
  '168.63.129.16', // Azure's host
  '100.64.0.1', // shared by carriers, RFC 6598
  '100.100.100.200', // Alibaba Cloud's metadata
  '192.0.0.192', // Oracle Cloud's older metadata
  '198.18.0.1',
  '192.0.2.1',
  '240.0.0.1',
  'fd00::5',
  'fd00:ec2::254', // AWS's metadata by IPv6
  'fec0::1',
  '64:ff9b::a00:5', // NAT64 of 10.0.0.5
  '64:ff9b:1::a00:5',
  '2002:a00:5::1', // 6to4 of 10.0.0.5
  '2001:0:4136:e378:8000:63bf:f5ff:fffa', // Teredo of 10.0.0.5
  '::a00:5', // IPv4-compatible
  '::ffff:0:a00:5', // IPv4-translated
  '2001:db8::1',
] as const;

/** The target of most attacks, which represents an intranet. */
export const insideHost = '10.0.0.5';
const insidePort = 9001;
export const inside = (path: string): string => `http://${insideHost}:${insidePort}/${path}`;

/** The same for WebSockets. */
export const insideSocket = `ws://${insideHost}:${insidePort}/socket`;

/** Served on every address: attacks spell addresses, not ports. The second is Lambda's Runtime API on a local run. */
export const canaryPorts = [80, 443, insidePort, 6379, 9222] as const;

/** On `insideHost` only: connections to it on a public address are refused, as without a listener. */
export const insideOnlyPort = 7001;

/** STUN, TURN, QUIC, multicast DNS and DNS. */
export const udpPorts = [3478, 443, 53] as const;

/** Where multicast DNS is spoken, RFC 6762. */
export const multicastGroup = '224.0.0.251';

export const publicPorts = [80, 8080] as const;

/** A private host that some renders are allowed: pages from it may reach it, and nothing else inside. */
export const allowedHost = 'localhost:8000';
export const allowedPort = 8000;

/** The range of ephemeral ports, which the browser's proxy and other listeners use. */
export const freePorts = { first: 40_000, last: 40_399 } as const;

export const dnsAddress = '127.0.0.53';

/** A page of the public site. */
export const publicUrl = (path: string): string => `http://public.example/${path}`;

/** The same site by the host that is allowed although it is private; browsers count it as a secure context. */
export const allowedUrl = (path: string): string => `http://${allowedHost}/${path}`;

/** Files that no page may read; a file system of the suite's own is mounted there. */
export const secretFolder = '/mnt';
