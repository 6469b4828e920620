import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { dnsAddress, insideHost, publicAddresses } from './addresses.ts';

const [publicAddress] = publicAddresses;

/** Names with fixed answers. */
const zone: Readonly<Record<string, { a?: readonly string[]; aaaa?: readonly string[] }>> = {
  'public.example': { a: [publicAddress] },
  'other.example': { a: [publicAddresses[1]] },
  'inside.example': { a: [insideHost] },
  'loopback.example': { a: ['127.0.0.1'] },
  'unspecified.example': { a: ['0.0.0.0'] },
  'metadata.example': { a: ['169.254.169.254'] },
  'private6.example': { aaaa: ['fd00::5'] },
  'mapped.example': { aaaa: ['::ffff:10.0.0.5'] },
  'nat64.example': { aaaa: ['64:ff9b::a00:5'] },
  'loopback6.example': { aaaa: ['::1'] },
  'mixed.example': { a: [publicAddress, insideHost] },
  'mixed-reversed.example': { a: [insideHost, publicAddress] },
  'mixed-families.example': { a: [publicAddress], aaaa: ['fd00::5'] },
  '*.wildcard.example': { a: [insideHost] },
};

/** A name that nobody answers for. */
const silentName = 'silent.example';

/**
 * The resolver of the namespace (RFC 1035). Besides the fixed names there are `<any>.flip-<n>.example`: the first n
 * questions for its address are told a public one, all later ones a private one, as in DNS rebinding.
 */
export async function startDns(): Promise<void> {
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    if (name === silentName) return;
    socket.send(answer(query.subarray(0, end), addressesOf(name, type, asked)), port, address);
  });
  socket.bind(53, dnsAddress);
  await once(socket, 'listening');
}

const typeA = 1;
const typeAaaa = 28;

/** @returns undefined for a name that does not exist */
function addressesOf(name: string, type: number, asked: Map<string, number>): Buffer[] | undefined {
  const [, turns] = /\.flip-(\d+)\.example$/.exec(name) ?? [];
  if (turns !== undefined) {
    if (type !== typeA) return [];
    const times = asked.get(name) ?? 0;
    asked.set(name, times + 1);
    return [ipv4(times < Number(turns) ? publicAddress : insideHost)];
  }
  const records = zone[name] ?? zone[name.replace(/^[^.]+/, '*')];
  if (!records) return undefined;
  if (type === typeA) return (records.a ?? []).map(ipv4);
  return type === typeAaaa ? (records.aaaa ?? []).map(ipv6) : [];
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** @param question the query's header and its only question */
function answer(question: Buffer, addresses: Buffer[] | undefined): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(addresses ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(addresses?.length ?? 0, 6);
  head.writeUInt32BE(0, 8);
  const records = (addresses ?? []).map((address) => {
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0); // the name of the question
    record.writeUInt16BE(address.length === 4 ? typeA : typeAaaa, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(address.length, 10); // after a time to live of 0
    return Buffer.concat([record, address]);
  });
  return Buffer.concat([head, ...records]);
}

const ipv4 = (text: string): Buffer => Buffer.from(text.split('.').map(Number));

/** Also with an IPv4 address at its end (RFC 4291, section 2.2). */
function ipv6(text: string): Buffer {
  const hex = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) =>
    ipv4(parts.slice(0, 4).join('.')).toString('hex').replace(/^..../, '$&:'),
  );
  const [before = '', after = ''] = hex.split('::');
  const groups = (part: string): string[] => part.split(':').filter((group) => group !== '');
  const zeros = Array<string>(8 - groups(before).length - groups(after).length).fill('0');
  const all = [...groups(before), ...zeros, ...groups(after)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
