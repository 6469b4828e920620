import { statfs } from 'node:fs/promises';
import type { ConversionFault, FaultReason } from '../../engines/office/conversion-fault.ts';
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
 * What a job makes of a conversion that failed: a `DocumentFault` where the document can be the cause, otherwise the
 * fault itself, which is ours. Ours are conversions that were canceled, a LibreOffice that failed before it read the
 * document, a conversion whose time the download used up, and a full disk.
 */
export async function jobFaultOf(fault: ConversionFault, attempt: ConversionAttempt): Promise<Error> {
  if (!fault.documentOpened) return fault;
  if (fault.reason === 'deadline' && !hadTime(attempt)) return fault;
  if (fault.reason === 'failed' && !(await hasRoom(attempt.folder))) return fault;
  const reported = errors[fault.reason];
  return reported ? new DocumentFault(reported.code, reported.detail, { cause: fault }) : fault;
}

const errors: Readonly<
  Partial<Record<FaultReason, { code: 'conversion-timeout' | 'conversion-crashed'; detail: string }>>
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
    detail: 'The converter could not write the document as PDF. Two attempts failed.',
  },
};

const hadTime = ({ began, converted, deadline }: ConversionAttempt): boolean =>
  deadline - converted >= (deadline - began) * fairShare;

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= leastRoom;
}
