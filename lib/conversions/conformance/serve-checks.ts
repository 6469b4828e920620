import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { createWorkFolder } from '../../base/processes/work-folder.ts';
import { inSpan, timed } from '../../base/observability/span.ts';
import type { SpanLog } from '../../base/observability/span-log.ts';
import type { ConformanceChecker } from '../../engines/conformance/checker.ts';
import { fetchFiles } from '../html/fetch-files.ts';
import { type CheckMessage, checkMessage, type CheckReply, type FileOutcome } from './message.ts';

export interface ServingOptions {
  /** Where the files of a message get a folder of their own: the checker's folder. */
  workDirectory: string;
  log: Pick<SpanLog, 'close'>;
}

type MessageFile = CheckMessage['files'][number];

/**
 * Handles one message: validates its files one after the other. Accesses no store: the caller presigned all reads.
 *
 * @throws Error when the service is at fault
 */
export async function serveChecks(
  event: unknown,
  checker: Pick<ConformanceChecker, 'check'>,
  { workDirectory, log }: ServingOptions,
): Promise<CheckReply> {
  const { requestId, keyId, traceId, files, deadline } = checkMessage.parse(event);
  const trace = traceId === undefined ? undefined : { traceId, sampled: false };
  return inSpan({ requestId, keyId, trace }, async () => {
    const folder = createWorkFolder(workDirectory);
    const outcomes: FileOutcome[] = [];
    try {
      for (const file of files) outcomes.push(await checkFile(file, checker, { folder, deadline }));
      return { outcomes };
    } finally {
      await rm(folder, { recursive: true, force: true });
      log.close('conformance check', { files: files.length, result: resultOf(outcomes) });
    }
  });
}

async function checkFile(
  { content, ...request }: MessageFile,
  checker: Pick<ConformanceChecker, 'check'>,
  { folder, deadline }: { folder: string; deadline: number },
): Promise<FileOutcome> {
  try {
    const path = join(folder, 'file.pdf');
    const [fetched] = await timed('download', () => fetchFiles([content], () => path, deadline));
    if (fetched instanceof Uint8Array) await writeFile(path, fetched);
    const outcome = await timed('validate', () => checker.check({ path, ...request }, { deadline }));
    await rm(path, { force: true });
    return outcome;
  } catch (error) {
    const outcome = error instanceof AppError ? outcomesOfErrors[error.code] : undefined;
    if (outcome === undefined) throw error;
    return { outcome };
  }
}

/** What the errors of `fetchFiles` say of a file. */
const outcomesOfErrors: Readonly<Partial<Record<AppError['code'], 'gone' | 'replaced' | 'too-slow'>>> = {
  gone: 'gone',
  'invalid-field': 'replaced',
  'render-timeout': 'too-slow',
};

/** For the log: the first outcome that is not as it should be. */
const resultOf = (outcomes: readonly FileOutcome[]): string =>
  outcomes.find(({ outcome }) => outcome !== 'checked')?.outcome ?? 'checked';
