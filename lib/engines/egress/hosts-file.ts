import { isIP } from 'node:net';

/**
 * The addresses that a hosts file (hosts(5)) lists for a name, in line order.
 *
 * @param text the file in lower case
 * @param name in lower case, without a trailing dot
 * @returns an empty list if the file does not contain the name
 */
export function addressesInHosts(text: string, name: string): string[] {
  // Some hosts files block 100,000 names; most lookups need none of their lines.
  if (!text.includes(name)) return [];
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.includes(name) ? [address] : [];
  });
}
