import { htmlFileWork, htmlMarkdownWork, htmlUrlWork, mailWork } from '#lib/conversions/html/html-work.ts';
import { lazyPdf } from '#lib/conversions/pdf/lazy-pdf.ts';
import { pageFormWork } from '#lib/gotenberg/jobs/page-form-work.ts';
import { jobWorker, openWorker } from '../job-worker.ts';
import { openMail } from '../open-mail.ts';
import { openMarkdown } from '../open-markdown.ts';
import { openPdfThread } from '../open-pdf-thread.ts';
import { openRenderer } from '../open-renderer.ts';

const stores = openWorker('html-worker', process.env);
const pdf = lazyPdf(() => openPdfThread(process.env, import.meta.dirname));
const markdown = openMarkdown(process.env, import.meta.dirname);
const mail = openMail(process.env, import.meta.dirname);
const work = { ...stores, pdf, markdown, mail, renderer: openRenderer(process.env) };

/** Renders the pages of jobs with the renderer function. */
export const handler = jobWorker(stores, {
  'html-file': htmlFileWork(work),
  'html-url': htmlUrlWork(work),
  'html-markdown': htmlMarkdownWork(work),
  'html-mail': mailWork(work),
  'gotenberg-chromium': pageFormWork(work),
});
