import { AppError } from '#lib/base/app-error.ts';
import { checkResults } from './check-results.ts';

/** What Jazzer.js calls: merges what it made up. */
export function fuzz(data: Buffer): void {
  const input = { field: 'files[0]', fileName: 'a.pdf', content: Buffer.from(data) };
  try {
    checkResults({ kind: 'merge', inputs: [input], outline: 'keep', fileName: '' });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal-error') throw error;
  }
}
