/** The parts of DNS messages (RFC 1035) that tests need: one question, and the addresses in its response. */

export const typeA = 1;
export const typeAaaa = 28;

export interface Question {
  /** In lower case, without a trailing dot. */
  name: string;
  type: number;
  /** The header and the question of the query, with which its response begins. */
  bytes: Buffer;
}

export function readQuestion(query: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const bytes = query.subarray(0, at + 5);
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), bytes };
}

/** Response codes, RFC 1035, section 4.1.1. */
export const responseCode = { noError: 0, serverFailure: 2, nameError: 3 } as const;

/** @param addresses packed, of the type that the question asks for; they may be cached for 0 seconds */
export function writeResponse(
  { bytes, type }: Question,
  addresses: readonly Buffer[],
  code: number = responseCode.noError,
): Buffer {
  const head = Buffer.from(bytes);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0); // the name of the question
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(address.length, 10); // after a time to live of 0
    return Buffer.concat([record, address]);
  });
  return Buffer.concat([head, ...records]);
}

/** Packs an address. */
export const ipv4 = (text: string): Buffer => Buffer.from(text.split('.').map(Number));

/** Also with an IPv4 address at its end (RFC 4291, section 2.2). */
export function ipv6(text: string): Buffer {
  const hex = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) =>
    ipv4(parts.slice(0, 4).join('.')).toString('hex').replace(/^..../, '$&:'),
  );
  const [before = '', after = ''] = hex.split('::');
  const groups = (part: string): string[] => part.split(':').filter((group) => group !== '');
  const zeros = Array<string>(8 - groups(before).length - groups(after).length).fill('0');
  const all = [...groups(before), ...zeros, ...groups(after)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
