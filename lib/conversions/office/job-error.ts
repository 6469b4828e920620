import { statfs } from 'node:fs/promises';
import type { ConversionError, ConversionErrorReason } from '../../engines/office/conversion-error.ts';
import { DocumentFault } from '../../jobs/document-fault.ts';

/** The part of an attempt's time that a conversion must have had before its document is blamed for running out of it. */
const fairShare = 0.75;

/** On a file system with less room than this, a document that was not written may not be the cause. In bytes. */
const leastRoom = 32 * 1024 * 1024;

export interface ConversionAttempt {
  /** When the attempt began, when its conversion began, and when both had to end; epoch milliseconds. */
  began: number;
  converted: number;
  deadline: number;
  /** Where the conversion wrote its files. */
  folder: string;
}

/**
 * The error of a job whose conversion failed: a `DocumentFault` if the document can be the cause. Otherwise the error
 * itself, for which the service is responsible: a canceled conversion, a LibreOffice that failed before it read the
 * document, a conversion whose time the download used up, or a full disk.
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
    detail: 'The document takes too long to convert. It was tried twice.',
  },
  memory: {
    code: 'conversion-crashed',
    detail: 'The document takes too much memory to convert. It was tried twice.',
  },
  crashed: {
    code: 'conversion-crashed',
    detail: 'The converter ended unexpectedly while it converted the document. It was tried twice.',
  },
  failed: {
    code: 'conversion-crashed',
    detail: 'The converter could not write the document as PDF. It was tried twice.',
  },
};

const hadTime = ({ began, converted, deadline }: ConversionAttempt): boolean =>
  deadline - converted >= (deadline - began) * fairShare;

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= leastRoom;
}
