import officeCrypto from 'officecrypto-tool';
import { parentPort, workerData } from 'node:worker_threads';
import { checkAgileIntegrity } from './agile-integrity.ts';
import { openCompoundFile } from './compound-file.ts';
import { type AgileEncryption, parseEncryptionInfo } from './encryption-info.ts';
import { FormatError, fromBuffer } from './random-access.ts';

/** What the thread is started with. */
export interface DecryptTask {
  bytes: Uint8Array;
  password: string;
}

/** What it answers, once. */
export type DecryptAnswer =
  { kind: 'decrypted'; bytes: Uint8Array } | { kind: 'wrong-password' } | { kind: 'damaged'; reason: string };

async function decrypt({ bytes, password }: DecryptTask): Promise<DecryptAnswer> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const compound = await openCompoundFile(fromBuffer(file));
  const info = compound.root.get('EncryptionInfo');
  const encryptedPackage = compound.root.get('EncryptedPackage');
  if (!info || !encryptedPackage) return { kind: 'damaged', reason: 'not encrypted' };
  const encryption = parseEncryptionInfo(await compound.read(info));
  if (encryption.kind === 'agile') {
    const verdict = checkAgileIntegrity(encryption, await compound.read(encryptedPackage), password);
    if (verdict === 'wrong-password') return { kind: 'wrong-password' };
    if (verdict === 'altered') return { kind: 'damaged', reason: 'HMAC does not match' };
  }
  return open(file, password, encryption);
}

async function open(
  file: Buffer,
  password: string,
  encryption: AgileEncryption | { kind: 'standard' },
): Promise<DecryptAnswer> {
  try {
    return { kind: 'decrypted', bytes: new Uint8Array(await officeCrypto.decrypt(file, { password })) };
  } catch (error) {
    const reason = String(error);
    // Standard encryption's verifier is checked by the library alone, which tells only in words.
    return encryption.kind === 'standard' && reason.includes('password is incorrect')
      ? { kind: 'wrong-password' }
      : { kind: 'damaged', reason };
  }
}

let answer: DecryptAnswer;
try {
  answer = await decrypt(workerData as DecryptTask);
} catch (error) {
  if (!(error instanceof FormatError)) throw error;
  answer = { kind: 'damaged', reason: error.message };
}
parentPort?.postMessage(answer, answer.kind === 'decrypted' ? [answer.bytes.buffer as ArrayBuffer] : []);
