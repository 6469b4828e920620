import { isIP } from 'node:net';

/** Whether a URL is that of a local run or an emulator: AWS has a host name. */
export function isLocalAddress(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
}
