import { isIP } from 'node:net';

/**
 * The addresses that a hosts file (hosts(5)) gives for a name, in the order of its lines.
 *
 * @param text the file in lower case
 * @param name in lower case, without a trailing dot
 * @returns an empty list if the file does not have the name
 */
export function addressesInHosts(text: string, name: string): string[] {
  // Some hosts files block 100,000 names; most look-ups need none of their lines.
  if (!text.includes(name)) return [];
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.includes(name) ? [address] : [];
  });
}
