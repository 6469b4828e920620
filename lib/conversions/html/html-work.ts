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
import { type FinishingStores, renderFinished } from './finish-page.ts';
import { checkHtmlFiles, renderHtmlFile } from './render-file.ts';
import type { PageRequest, RenderedPage, RenderingStores } from './render-page.ts';
import { renderUrl } from './render-url.ts';

type PageWorkStores = RenderingStores & DeliveryStores & FinishingStores;

type WorkRequest = Omit<PageRequest, 'source' | 'fonts' | 'fallbackName'>;

/** Stores what `render` makes of a job's page as the job's result. */
const pageWork =
  (
    stores: PageWorkStores,
    render: (request: WorkRequest, job: ReadyJob) => Promise<RenderedPage>,
  ): JobWork<ReadyJob> =>
  async (job, deadline, signal) => {
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
    };
    const target = { deliverTo: job.deliverTo, deadline, signal };
    const page = await renderFinished(
      { finishing: finishingAmong(job.options), deadline, signal },
      finishingFilesOf(job),
      (until) => render({ ...request, deadline: until }, job),
      stores,
    );
    const { kind, file } = await deliverPage(page, target, stores);
    return kind === 'stored' ? file : storeResult(job, file, stores.files);
  };

/** Renders the HTML file of a job. */
export const htmlFileWork = (stores: PageWorkStores & { inputs: InputStore }): JobWork<ReadyJob> =>
  pageWork(stores, async (request, job) => {
    const [file] = inputFilesOf(job, 'file');
    if (!file) throw new Error('The job has no file');
    const files = { file, assets: inputFilesOf(job, 'assets'), fonts: inputFilesOf(job, 'fonts') };
    // What the job downloaded is not checked yet.
    await checkHtmlFiles(files, stores.inputs);
    return renderHtmlFile({ ...request, files }, stores);
  });

/** Renders the page at the URL of a job. */
export const htmlUrlWork = (stores: PageWorkStores & { inputs: InputStore }): JobWork<ReadyJob> =>
  pageWork(stores, async (request, job) => {
    const fonts = inputFilesOf(job, 'fonts');
    await checkFonts(fonts, stores.inputs);
    return renderUrl({ ...request, files: { fonts }, page: urlOptions.parse(job.options) }, stores);
  });
