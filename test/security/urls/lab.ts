import { createServer as createHttpsServer } from 'node:https';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { isPublicAddress } from '#lib/engines/egress/address.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { downloadPublic } from '#lib/engines/egress/download-public.ts';
import { namedServer } from '../../support/certificates.ts';
import { authority } from '../../support/certificates.ts';
import { publicAddress, startServer } from '../../support/egress.ts';

/** A public host with http. Clients may download from it. */
export const listedHost = 'front.example';
/** A public host with https, whose certificate is valid. */
export const securedHost = 'hook.example';

/** The secret of every private address. */
export const canary = 'canary';

/** What a download with these rules ended with. */
export interface Outcome {
  content?: string;
  error?: Error & { reason?: string; retryable?: boolean };
  /** Requests that reached a private address. */
  reached: number;
}

export interface LabOptions {
  /** Responds for the public hosts. Default: `public`. */
  serve?: (request: IncomingMessage, response: ServerResponse) => void;
  /** The addresses of names, by the number of the look-up of that name. Default: the private address of the lab. */
  resolve?: (name: string, count: number) => readonly string[] | undefined;
}

const privateAddress = '10.0.0.5';

/** Names that the lab knows besides those of a case. */
const knownNames: Readonly<Record<string, readonly string[]>> = {
  [listedHost]: [publicAddress],
  [securedHost]: [publicAddress],
};

/** Rules of production, except that a public host may be reached by http. */
export const strict = AllowedHosts.parse(listedHost);
/** The same without the rule about addresses: what a case would reach if the rule did not exist. */
export const control = AllowedHosts.parse(`${listedHost},0.0.0.0/0,::/0`);

/** Private addresses that all serve the canary, and public addresses that serve what a case says. */
export async function openLab({ serve, resolve }: LabOptions = {}) {
  let reached = 0;
  const secret = await startServer(
    createServer((_request, response) => {
      reached += 1;
      response.end(canary);
    }),
  );
  const listener = serve ?? ((_request, response) => void response.end('public'));
  const plain = await startServer(createServer(listener));
  const secured = await startServer(createHttpsServer(namedServer, listener));
  const portOf = (address: string, port: number): number => {
    if (!isPublicAddress(address)) return secret;
    return port === 443 ? secured : plain;
  };

  return async (url: string, allowed: AllowedHosts, maximumBytes = 1_000): Promise<Outcome> => {
    reached = 0;
    const counts = new Map<string, number>();
    const resolver = (name: string): Promise<readonly string[]> => {
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return Promise.resolve(resolve?.(name, count) ?? knownNames[name] ?? [privateAddress]);
    };
    try {
      const download = await downloadPublic(url, {
        allowed,
        maximumBytes,
        resolver,
        timeoutMilliseconds: 2_000,
        idleMilliseconds: 500,
        certificateAuthorities: authority,
        connect: (address, port) => connectSocket({ host: '127.0.0.1', port: portOf(address, port) }),
      });
      const chunks: Uint8Array[] = [];
      for await (const chunk of download.body) chunks.push(chunk);
      return { content: Buffer.concat(chunks).toString('latin1'), reached };
    } catch (error) {
      return { error: error as Outcome['error'] & Error, reached };
    }
  };
}
