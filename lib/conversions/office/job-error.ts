import { statfs } from 'node:fs/promises';
import type { ConversionError, ConversionErrorReason } from '../../engines/office/conversion-error.ts';
import { DocumentFault } from '../../jobs/document-fault.ts';

/** A timeout is the document's fault only if the conversion had at least this share of the attempt's time. */
const fairShare = 0.75;

/** With less free disk space than this, a missing PDF may not be the document's fault. In bytes. */
const leastRoom = 32 * 1024 * 1024;

export interface ConversionAttempt {
  /** Start of the attempt, start of its conversion, and the deadline of both; epoch milliseconds. */
  began: number;
  converted: number;
  deadline: number;
  /** The folder of the conversion's files. */
  folder: string;
}

/**
 * Returns the error of a failed conversion: a `DocumentFault` if the document can be the cause, otherwise the fault
 * itself, which is the service's. The service is at fault when the conversion was canceled, LibreOffice failed before it
 * opened the document, the download used up the time, or the disk is full.
 */
export async function jobErrorOf(error: ConversionError, attempt: ConversionAttempt): Promise<Error> {
  if (!error.documentOpened) return error;
  if (error.reason === 'deadline' && !hadTime(attempt)) return error;
  if (error.reason === 'failed' && !(await hasRoom(attempt.folder))) return error;
  const reported = errors[error.reason];
  return reported ? new DocumentFault(reported.code, reported.detail, { cause: error }) : error;
}

const errors: Readonly<
  Partial<
    Record<ConversionErrorReason, { code: 'conversion-timeout' | 'conversion-crashed'; detail: string }>
  >
> = {
  deadline: {
    code: 'conversion-timeout',
    detail: 'The document takes too long to convert. Two attempts failed.',
  },
  memory: {
    code: 'conversion-crashed',
    detail: 'The document takes too much memory to convert. Two attempts failed.',
  },
  crashed: {
    code: 'conversion-crashed',
    detail: 'The converter crashed while it converted the document. Two attempts failed.',
  },
  failed: {
    code: 'conversion-crashed',
    detail: 'The converter could not write the result. Two attempts failed.',
  },
};

const hadTime = ({ began, converted, deadline }: ConversionAttempt): boolean =>
  deadline - converted >= (deadline - began) * fairShare;

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= leastRoom;
}
