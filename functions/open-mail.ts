import { type MailRunner, MailThread } from '#lib/conversions/html/mail/mail-thread.ts';
import { openPageThread } from './open-page-thread.ts';

/**
 * The thread of a function that reads mails.
 *
 * @param folder has `mail-worker.mjs`, the program of the thread
 */
export const openMail = (environment: NodeJS.ProcessEnv, folder: string): MailRunner =>
  openPageThread(environment, { folder, file: 'mail-worker.mjs' }, MailThread);
