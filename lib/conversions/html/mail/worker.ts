import { serveThread, type ThreadResult } from '../../../base/threads/serve-thread.ts';
import { type MailPage, mailPage } from '../../../engines/mail/page.ts';
import type { MailTask } from './mail-thread.ts';

/** The program of a `MailThread`'s thread. */
serveThread(async ({ bytes }: MailTask): Promise<ThreadResult<MailPage>> => {
  const page = await mailPage(bytes);
  const files = [...page.pictures, ...page.attachments];
  return { result: page, transfer: [...new Set(files.map(({ content }) => content.buffer))] };
});
