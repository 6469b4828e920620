/** The headers of a request as the gateway hands them on, in the order of their first appearance. */
export class RequestHeaders {
  /** By lower-case name. */
  readonly #entries = new Map<string, { name: string; values: string[] }>();

  /** @param raw Names and values in turn, as `IncomingMessage.rawHeaders` has them. */
  constructor(raw: string[]) {
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const name = raw[index] ?? '';
      const key = name.toLowerCase();
      if (dropped.has(key)) continue;
      const entry = this.#entries.get(key);
      if (entry) entry.values.push(raw[index + 1] ?? '');
      else this.#entries.set(key, { name: spelling.get(key) ?? name, values: [raw[index + 1] ?? ''] });
    }
  }

  /** The last value, which is the one that `headers` of a proxy event shows. */
  get(name: string): string | undefined {
    return this.all(name).at(-1);
  }

  all(name: string): string[] {
    return this.#entries.get(name.toLowerCase())?.values ?? [];
  }

  /** Replaces whatever the client sent under this name. */
  set(name: string, value: string): void {
    this.#entries.set(name.toLowerCase(), { name, values: [value] });
  }

  /** `headers` of a proxy event: one value each. */
  single(): Record<string, string> {
    return Object.fromEntries(
      [...this.#entries.values()].map(({ name, values }) => [name, values.at(-1) ?? '']),
    );
  }

  /** `multiValueHeaders` of a proxy event. */
  multiple(): Record<string, string[]> {
    return Object.fromEntries([...this.#entries.values()].map(({ name, values }) => [name, values]));
  }
}

/** Headers of the connection rather than the request. They never reach an integration. */
const dropped = new Set([
  'connection',
  'content-length',
  'content-md5',
  'expect',
  'keep-alive',
  'max-forwards',
  'proxy-authenticate',
  'proxy-connection',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

/** Headers that the gateway spells its own way, whatever the client wrote. */
const spelling = new Map([
  ['authorization', 'Authorization'],
  ['user-agent', 'User-Agent'],
]);

/** Size of all header values in bytes, as the quota counts them. */
export function headerValuesSize(raw: string[]): number {
  return raw.reduce(
    (sum, text, index) => (index % 2 === 0 ? sum : sum + Buffer.byteLength(text, 'latin1')),
    0,
  );
}
