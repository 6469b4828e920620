import officeCrypto from 'officecrypto-tool';
import { writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { AgilePackage } from './agile-package.ts';
import { type CompoundFile, openCompoundFile } from './compound-file.ts';
import { type AgileEncryption, parseEncryptionInfo } from './encryption-info.ts';
import { FormatError, fromFile, type RandomAccess, readExactly } from './random-access.ts';

/** What the thread is started with. */
export interface DecryptTask {
  /** Paths. */
  input: string;
  output: string;
  password: string;
}

/** What it answers, once. */
export type DecryptAnswer =
  { kind: 'decrypted' } | { kind: 'wrong-password' } | { kind: 'damaged'; reason: string };

async function decrypt({ input, output, password }: DecryptTask): Promise<DecryptAnswer> {
  await using file = await fromFile(input);
  const compound = await openCompoundFile(file);
  const info = compound.root.get('EncryptionInfo');
  if (!info) return { kind: 'damaged', reason: 'not encrypted' };
  const encryption = parseEncryptionInfo(await compound.read(info));
  return encryption.kind === 'agile'
    ? await decryptAgile(compound, encryption, password, output)
    : await decryptStandard(file, password, output);
}

async function decryptAgile(
  compound: CompoundFile,
  encryption: AgileEncryption,
  password: string,
  output: string,
): Promise<DecryptAnswer> {
  const stream = compound.root.get('EncryptedPackage');
  if (!stream) return { kind: 'damaged', reason: 'not encrypted' };
  const opened = AgilePackage.open(encryption, password);
  if (!opened) return { kind: 'wrong-password' };
  if (!(await opened.isIntact(compound.pieces(stream)))) {
    return { kind: 'damaged', reason: 'HMAC does not match' };
  }
  await writeFile(output, opened.decrypt(compound.pieces(stream)));
  return { kind: 'decrypted' };
}

/** By a library, which needs the whole document in memory: it is of 2007 and rare. */
async function decryptStandard(file: RandomAccess, password: string, output: string): Promise<DecryptAnswer> {
  const bytes = await readExactly(file, 0, file.size);
  let decrypted: Buffer;
  try {
    decrypted = await officeCrypto.decrypt(bytes, { password });
  } catch (error) {
    const reason = String(error);
    // The verifier is checked by the library alone, which tells only in words.
    return reason.includes('password is incorrect')
      ? { kind: 'wrong-password' }
      : { kind: 'damaged', reason };
  }
  await writeFile(output, decrypted);
  return { kind: 'decrypted' };
}

let answer: DecryptAnswer;
try {
  answer = await decrypt(workerData as DecryptTask);
} catch (error) {
  if (!(error instanceof FormatError)) throw error;
  answer = { kind: 'damaged', reason: error.message };
}
parentPort?.postMessage(answer);
