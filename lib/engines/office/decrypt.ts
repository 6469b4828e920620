import { Worker } from 'node:worker_threads';
import { InputFault } from '../../base/input-fault.ts';
import { openCompoundFile } from './compound-file.ts';
import { ConversionError } from './conversion-error.ts';
import type { DecryptReply, DecryptTask } from './decrypt-worker.ts';
import { parseEncryptionInfo } from './encryption-info.ts';
import { beginsWith } from './libreoffice/file-exchange.ts';
import { FormatError, fromFile } from '../../base/random-access.ts';

/** Excel uses it to encrypt documents that are only write-protected, and opens them without asking. */
const defaultPassword = 'VelvetSweatshop';

/** In UTF-16 code units; Office accepts no longer password. */
const maxPasswordLength = 255;

export interface DecryptOptions {
  /** `decrypt-worker.ts` or its bundle. Default: the file beside this module. */
  workerFile?: URL;
  /** Time limit after which the thread is ended. Default: 30 seconds. */
  timeoutMilliseconds?: number;
}

/**
 * Decrypts a document with a password (ECMA-376 agile or standard encryption), in a separate thread.
 *
 * @param input path of a file that `detectOfficeFile` reports as `encrypted`
 * @param output path for the decrypted document, a ZIP
 * @param password undefined or empty: only Excel's default password is tried
 * @throws InputFault `password-required`, `wrong-password` or `damaged-document` when the document
 *   cannot be decrypted
 * @throws ConversionError `deadline` when the time limit passes
 */
export async function decryptOffice(
  input: string,
  output: string,
  password: string | undefined,
  options: DecryptOptions = {},
): Promise<void> {
  await checkEncryption(input);
  const given = password !== undefined && password !== '';
  if (given && password.length > maxPasswordLength) throw wrongPassword();
  const response = await runWorker({ input, output, password: given ? password : defaultPassword }, options);
  if (response.kind === 'wrong-password') {
    throw given ? wrongPassword() : new InputFault('password-required', 'is encrypted and needs a password');
  }
  if (response.kind === 'damaged') throw damaged(new FormatError(response.reason));
  if (!beginsWith(output, 'PK\x03\x04')) throw damaged(new FormatError('no ZIP inside'));
}

/** Rejects documents that cannot be decrypted, or only at too high a cost, before a thread starts. */
async function checkEncryption(path: string): Promise<void> {
  await using file = await fromFile(path);
  try {
    const compound = await openCompoundFile(file);
    const info = compound.root.get('EncryptionInfo');
    if (!info) throw new FormatError('no EncryptionInfo');
    parseEncryptionInfo(await compound.read(info));
  } catch (error) {
    throw error instanceof FormatError ? damaged(error) : error;
  }
}

/** Takes this module's extension, so that both the sources and their bundle find the file beside them. */
const neighbour = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './decrypt-worker.ts' : './decrypt-worker.mjs', import.meta.url);

async function runWorker(task: DecryptTask, options: DecryptOptions): Promise<DecryptReply> {
  const { workerFile = neighbour(), timeoutMilliseconds = 30_000 } = options;
  const worker = new Worker(workerFile, {
    workerData: task,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<DecryptReply>();
  const timer = setTimeout(() => {
    const message = `The decryption took longer than ${timeoutMilliseconds} ms.`;
    reject(new ConversionError('deadline', message, { documentOpened: true }));
  }, timeoutMilliseconds);
  worker.once('message', resolve);
  worker.once('error', (error: NodeJS.ErrnoException) => {
    // Only a document crafted for it reaches the heap limit.
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? damaged(error) : error);
  });
  worker.once('exit', (code) => reject(new Error(`decryption thread ended with ${code}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const wrongPassword = (): InputFault =>
  new InputFault('wrong-password', 'cannot be opened with the given password');

const damaged = (cause: Error): InputFault =>
  new InputFault('damaged-document', 'is encrypted and damaged; it cannot be opened', { cause });
