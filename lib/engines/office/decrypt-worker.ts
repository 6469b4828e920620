import { writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { AgilePackage } from './agile-package.ts';
import { openCompoundFile } from './compound-file.ts';
import { type AgileEncryption, parseEncryptionInfo, type StandardEncryption } from './encryption-info.ts';
import { FormatError, fromFile } from '../../base/random-access.ts';
import { StandardPackage } from './standard-package.ts';

/** The thread's input. */
export interface DecryptTask {
  /** Paths. */
  input: string;
  output: string;
  password: string;
}

/** The thread's only message. */
export type DecryptReply =
  { kind: 'decrypted' } | { kind: 'wrong-password' } | { kind: 'damaged'; reason: string };

async function decrypt({ input, output, password }: DecryptTask): Promise<DecryptReply> {
  await using file = await fromFile(input);
  const compound = await openCompoundFile(file);
  const info = compound.root.get('EncryptionInfo');
  const stream = compound.root.get('EncryptedPackage');
  if (!info || !stream) return { kind: 'damaged', reason: 'not encrypted' };
  const opened = openPackage(parseEncryptionInfo(await compound.read(info)), password);
  if (!opened) return { kind: 'wrong-password' };
  // Standard encryption has no integrity check.
  if (opened instanceof AgilePackage && !(await opened.isIntact(compound.pieces(stream)))) {
    return { kind: 'damaged', reason: 'HMAC does not match' };
  }
  await writeFile(output, opened.decrypt(compound.pieces(stream)));
  return { kind: 'decrypted' };
}

const openPackage = (
  encryption: AgileEncryption | StandardEncryption,
  password: string,
): AgilePackage | StandardPackage | undefined =>
  encryption.kind === 'agile'
    ? AgilePackage.open(encryption, password)
    : StandardPackage.open(encryption, password);

let response: DecryptReply;
try {
  response = await decrypt(workerData as DecryptTask);
} catch (error) {
  if (!(error instanceof FormatError)) throw error;
  response = { kind: 'damaged', reason: error.message };
}
parentPort?.postMessage(response);
