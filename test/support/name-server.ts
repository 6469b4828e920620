import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { ipv4, ipv6, readQuestion, responseCode, typeA, typeAaaa, writeResponse } from './dns-message.ts';

/** What the name server does about a name: addresses of both families, an error, or nothing at all. */
export type Behavior =
  | { a?: readonly string[] | 'silent' | 'fails'; aaaa?: readonly string[] | 'silent' | 'fails' }
  | 'silent'
  | 'unknown';

export interface NameServer {
  /** For the option `nameServers`. */
  address: string;
  /** The queries that it received, as `A name` or `AAAA name`, in order. */
  asked: string[];
  /** Resolves when it has received this many queries. */
  hasBeenAsked: (questions: number) => Promise<void>;
  stop: () => Promise<void>;
}

/** A name server on loopback (UDP). */
export async function startNameServer(behaviorOf: (name: string) => Behavior): Promise<NameServer> {
  const asked: string[] = [];
  const awaited = new Set<{ questions: number; resolve: (value: undefined) => void }>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const question = readQuestion(query);
    const family = familyOf(question.type);
    asked.push(`${family.toUpperCase()} ${question.name}`);
    for (const one of awaited) if (asked.length >= one.questions) one.resolve(undefined);
    const behavior = behaviorOf(question.name);
    if (behavior === 'silent') return;
    const records = behavior === 'unknown' ? [] : (behavior[family] ?? []);
    if (records === 'silent') return;
    const failed = records === 'fails';
    const code = failed ? responseCode.serverFailure : responseCode.noError;
    const packed = failed ? [] : records.map(family === 'a' ? ipv4 : ipv6);
    socket.send(
      writeResponse(question, packed, behavior === 'unknown' ? responseCode.nameError : code),
      port,
      address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    hasBeenAsked: async (questions) => {
      if (asked.length >= questions) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const one = { questions, resolve };
      awaited.add(one);
      await promise;
      awaited.delete(one);
    },
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function familyOf(type: number): 'a' | 'aaaa' {
  if (type === typeA) return 'a';
  if (type === typeAaaa) return 'aaaa';
  throw new Error(`A question of type ${type}`);
}
