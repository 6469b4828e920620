import { mkdir } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';

import { listenOnLoopback } from '../loopback-server.ts';
import type { LocalService, Log } from '../service.ts';
import { openDatabase } from './database.ts';
import { addNewIndexes } from './new-indexes.ts';
import { RequestGate } from './request-gate.ts';
import { ensureTables, type Table } from './tables.ts';
import { startExpirySweep } from './time-to-live.ts';

export type { Table } from './tables.ts';

/**
 * Serves DynamoDB tables on loopback by dynalite, kept in a LevelDB folder. It responds once all tables are active, and
 * deletes expired items at the start and every minute. Signatures are not checked, any credentials will do;
 * operations that dynalite lacks (transactions, PartiQL, streams) are rejected with an error that says so.
 *
 * @param options.directory used by one process at a time; created if missing
 * @param options.port 0 picks one
 * @throws Error when the folder or the port is in use, or a stored table is not what the template says
 */
export async function startDynamoDb(options: {
  directory: string;
  port: number;
  tables: Table[];
  log: Log;
}): Promise<LocalService> {
  const path = join(options.directory, 'dynalite');
  await mkdir(path, { recursive: true });
  const database = await openDatabase(path);
  try {
    await addNewIndexes(database, options.tables);
  } finally {
    await database.close();
  }
  const server = dynalite({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });

  const [handle] = server.listeners('request') as RequestListener[];
  if (handle === undefined) throw new Error('This version of dynalite has no request listener.');
  const gate = new RequestGate(handle);
  server.removeAllListeners('request');
  server.on('request', (request, response) => void gate.admit(request, response));

  const close = async () => {
    await gate.close();
    const closed = new Promise<void>((resolve, reject) => {
      server.close((error) => {
        if (error) reject(error);
        else resolve();
      });
    });
    server.closeAllConnections();
    await closed;
  };

  const endpoint = await listenOnLoopback(server, options.port).catch(async (error: unknown) => {
    // Only a server that listens can be closed, and only that lets go of the folder.
    await listenOnLoopback(server, 0);
    await close();
    throw error;
  });
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  try {
    await ensureTables(client, options.tables);
  } catch (error) {
    client.destroy();
    await close();
    throw error;
  }
  const sweep = startExpirySweep(client, options.tables, options.log);

  const stop = async () => {
    await sweep.stop();
    client.destroy();
    await close();
  };
  let stopped: Promise<void> | undefined;

  return { endpoint, stop: () => (stopped ??= stop()) };
}
