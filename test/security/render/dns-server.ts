import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  ipv4,
  ipv6,
  readQuestion,
  responseCode,
  typeA,
  typeAaaa,
  writeResponse,
} from '../../support/dns-message.ts';
import { dnsAddress, insideHost, publicAddresses } from './addresses.ts';

const [publicAddress] = publicAddresses;

/** Names with fixed addresses. */
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

/** A name without a response, like those below it. */
const silentName = 'silent.example';

/**
 * The resolver of the namespace (RFC 1035). Besides the fixed names there are `<any>.flip-<n>.example`: the first n
 * queries for its address get a public one, all later ones a private one, as in DNS rebinding.
 */
export async function startDns(): Promise<void> {
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const question = readQuestion(query);
    const { name, type } = question;
    if (name === silentName || name.endsWith(`.${silentName}`)) return;
    const addresses = addressesOf(name, type, asked);
    const code = addresses ? responseCode.noError : responseCode.nameError;
    socket.send(writeResponse(question, addresses ?? [], code), port, address);
  });
  socket.bind(53, dnsAddress);
  await once(socket, 'listening');
}

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
