import { renderingOptions, urlOptions } from '../../api/options/html.ts';
import { countBytes } from '../../base/observability/span.ts';
import type { InputStore } from '../../files/input-store.ts';
import { inputFilesOf } from '../../jobs/input-files.ts';
import { type ReadyJob, resultIds } from '../../jobs/job.ts';
import type { JobWork } from '../../jobs/run-job.ts';
import { storeResult } from '../../jobs/store-results.ts';
import { checkFonts } from '../fonts/check-fonts.ts';
import { deliverPage, type DeliveryStores } from './deliver-page.ts';
import { finishingAmong } from '../finishing/apply-finishing.ts';
import { finishingFilesOf } from '../finishing/finishing-files.ts';
import {
  type FinishingStores,
  type PageFinishing,
  type PreparedPage,
  renderFinished,
} from './finish-page.ts';
import { checkMailFiles, type MailStores, preparedMail } from './mail/prepare-mail.ts';
import { checkMarkdownFiles, type MarkdownStores, preparedMarkdown } from './markdown/prepare-markdown.ts';
import { checkHtmlFiles, type HtmlFiles, renderHtmlFile } from './render-file.ts';
import type { PageRequest, RenderingStores } from './render-page.ts';
import { renderUrl } from './render-url.ts';

type PageWorkStores = RenderingStores & DeliveryStores & FinishingStores;

type WorkRequest = Omit<PageRequest, 'source' | 'fonts' | 'fallbackName'> & PageFinishing;

/** One file of a job with many must not hold a worker for as long as a whole job may take. In milliseconds. */
const partMilliseconds = 120_000;

/** Stores the page that `prepare` makes of a job as the job's result. */
const pageWork =
  (
    stores: PageWorkStores,
    prepare: (request: WorkRequest, job: ReadyJob) => Promise<PreparedPage>,
  ): JobWork<ReadyJob> =>
  async (job, latest, signal) => {
    const deadline = job.parent ? Math.min(latest, Date.now() + partMilliseconds) : latest;
    const [fileId = ''] = resultIds(job);
    for (const { size } of job.inputs) countBytes('input', size);
    const request = {
      owner: job.owner,
      requestId: job.origin?.requestId ?? job.id,
      fileId,
      deadline,
      signal,
      options: renderingOptions.parse(job.options),
      fileName: job.fileName,
      finishing: finishingAmong(job.options),
    };
    const target = { deliverTo: job.deliverTo, deadline, signal };
    const { render, ...prepared } = await prepare(request, job);
    const page = await renderFinished({ ...request, ...prepared }, finishingFilesOf(job), render, stores);
    const { kind, file } = await deliverPage(page, target, stores);
    return kind === 'stored' ? file : storeResult(job, file, stores.files);
  };

function pageFilesOf(job: ReadyJob): HtmlFiles {
  const [file] = inputFilesOf(job, 'file');
  if (!file) throw new Error('The job has no file');
  return { file, assets: inputFilesOf(job, 'assets'), fonts: inputFilesOf(job, 'fonts') };
}

/** Renders the HTML file of a job. */
export const htmlFileWork = (stores: PageWorkStores & { inputs: InputStore }): JobWork<ReadyJob> =>
  pageWork(stores, async (request, job) => {
    const files = pageFilesOf(job);
    // What the job downloaded is not checked yet.
    await checkHtmlFiles(files, stores.inputs);
    return { render: (until) => renderHtmlFile({ ...request, deadline: until, files }, stores) };
  });

/** Renders the Markdown file of a job. */
export const htmlMarkdownWork = (stores: PageWorkStores & MarkdownStores): JobWork<ReadyJob> =>
  pageWork(stores, async (request, job) => {
    const files = { ...pageFilesOf(job), template: inputFilesOf(job, 'template') };
    await checkMarkdownFiles(files, stores.inputs);
    return preparedMarkdown({ ...request, files }, stores);
  });

/** Renders the mail of a job. */
export const mailWork = (stores: PageWorkStores & MailStores): JobWork<ReadyJob> =>
  pageWork(stores, async (request, job) => {
    const { file, fonts } = pageFilesOf(job);
    const files = { file, fonts };
    await checkMailFiles(files, stores.inputs);
    return preparedMail({ ...request, files }, stores);
  });

/** Renders the page at the URL of a job. */
export const htmlUrlWork = (stores: PageWorkStores & { inputs: InputStore }): JobWork<ReadyJob> =>
  pageWork(stores, async (request, job) => {
    const fonts = inputFilesOf(job, 'fonts');
    await checkFonts(fonts, stores.inputs);
    const page = urlOptions.parse(job.options);
    return { render: (until) => renderUrl({ ...request, deadline: until, files: { fonts }, page }, stores) };
  });
