import { type Host, parseHost } from './host.ts';

/** `host[:port]`, as in the target of a CONNECT and in the `Host` header (RFC 9110, section 7.2). */
export interface Authority {
  host: Host;
  port: number | undefined;
}

/** @returns undefined if the text is not a host, or the port is not a number up to 65535 */
export function parseAuthority(text: string): Authority | undefined {
  const [, hostText = '', portText] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = parseHost(hostText);
  if (!host) return undefined;
  const port = portText === undefined ? undefined : Number(portText);
  return port !== undefined && port > 65_535 ? undefined : { host, port };
}
