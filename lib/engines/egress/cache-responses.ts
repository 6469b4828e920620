import type { Resolver } from './resolve.ts';

export interface RememberOptions {
  milliseconds: number;
  /** Maximum number of names; the oldest is evicted first. */
  maximum: number;
}

/**
 * A resolver that caches names requested many times in a row, such as those of a page's images. This weakens no check:
 * callers check the addresses every time and connect to a checked address.
 */
export function cacheResponses(resolver: Resolver, { milliseconds, maximum }: RememberOptions): Resolver {
  const known = new Map<string, { addresses: Promise<readonly string[]>; until: number }>();
  return (name) => {
    const found = known.get(name);
    if (found && found.until > performance.now()) return found.addresses;
    known.delete(name);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= maximum) known.delete(oldest);
    const entry = { addresses: resolver(name), until: performance.now() + milliseconds };
    known.set(name, entry);
    entry.addresses.catch(() => {
      if (known.get(name) === entry) known.delete(name);
    });
    return entry.addresses;
  };
}
