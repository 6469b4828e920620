import type { MailPage } from '../../../engines/mail/page.ts';
import { type PageRunner, PageThread } from '../page-thread.ts';

export interface MailTask {
  /** The mail (RFC 5322). */
  bytes: Uint8Array;
}

/** Makes pages of mails. Throws an InputFault `damaged-document` or `file-too-large`. */
export type MailRunner = PageRunner<MailTask, MailPage>;

/** A mail of 50 MB takes two seconds. */
const processorMilliseconds = 15_000;

/** Reads mails in a thread that can be terminated. */
export class MailThread extends PageThread<MailTask, MailPage> {
  /**
   * @param file `worker.ts`, or its bundle
   * @param memoryMegabytes of the whole process, in Lambda's unit
   */
  constructor(file: URL, memoryMegabytes: number) {
    super(file, { memoryMegabytes, processorMilliseconds });
  }
}
