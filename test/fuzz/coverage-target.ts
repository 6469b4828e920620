import { AppError } from '#lib/base/app-error.ts';
import { checkResults } from './check-results.ts';

/** The entry point of Jazzer.js: merges its input. */
export async function fuzz(data: Buffer): Promise<void> {
  const input = { field: 'files[0]', fileName: 'a.pdf', content: Buffer.from(data) };
  try {
    await checkResults({ kind: 'merge', inputs: [input], outline: 'keep', fileName: '' });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal-error') throw error;
  }
}
