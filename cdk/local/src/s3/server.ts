import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../loopback-server.ts';
import type { Credentials, LocalService, Log } from '../service.ts';
import type { Bucket } from './bucket.ts';
import { handleRequest } from './handle-request.ts';
import { sweep } from './lifecycle.ts';
import { openStore } from './store/store.ts';

export type { Bucket, CorsRule, LifecycleRule } from './bucket.ts';

export interface S3Options {
  /** Holds the objects across restarts; one server at a time. */
  directory: string;
  /** 0 picks a free one. */
  port: number;
  credentials: Credentials;
  buckets: Bucket[];
  now?: () => Date;
  /** Hears of defects of this server only; rejected requests are the client's to report. */
  log?: Log;
}

const sweepMilliseconds = 10 * 60 * 1000;

/**
 * Starts an S3 on loopback that keeps its objects in a folder and checks every signature. Buckets are addressed by
 * path (`/bucket/key`), as clients do with an IP address for an endpoint.
 */
export async function startS3(options: S3Options): Promise<LocalService> {
  const { directory, port, credentials, buckets, now = () => new Date(), log = console.error } = options;
  const store = openStore(directory);
  const bucketsByName = new Map(buckets.map((bucket) => [bucket.name, bucket]));
  const running = new Set<Promise<void>>();

  const serve = (message: IncomingMessage, response: ServerResponse, waitsForContinue: boolean) => {
    const exchange = { message, response, waitsForContinue, now: now() };
    const handled = handleRequest(exchange, { store, buckets: bucketsByName, credentials, log });
    running.add(handled);
    void handled.finally(() => running.delete(handled));
  };
  const server = createServer((message, response) => {
    serve(message, response, false);
  });
  server.on('checkContinue', (message: IncomingMessage, response: ServerResponse) => {
    serve(message, response, true);
  });
  let endpoint: string;
  try {
    sweep(store, buckets, now());
    endpoint = await listenOnLoopback(server, port);
  } catch (error) {
    store.close();
    throw error;
  }
  const sweeping = setInterval(() => {
    try {
      sweep(store, buckets, now());
    } catch (error) {
      log(`S3: the lifecycle sweep failed: ${String(error)}`);
    }
  }, sweepMilliseconds).unref();

  return {
    endpoint,
    stop: async () => {
      clearInterval(sweeping);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await Promise.all(running);
      store.close();
    },
  };
}
