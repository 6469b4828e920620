import type { Resolver } from './resolve.ts';

export interface RememberOptions {
  milliseconds: number;
  /** Names; the oldest is forgotten first. */
  maximum: number;
}

/**
 * A resolver that asks once for names wanted many times in a row, as the pictures of a page are. This does not weaken
 * any check: whoever uses the answer checks it every time and connects to what was checked.
 */
export function rememberAnswers(resolver: Resolver, { milliseconds, maximum }: RememberOptions): Resolver {
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
