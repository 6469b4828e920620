import type { RenderFields } from '../../api/fields/html/fields.ts';
import type { UrlOptions } from '../../api/options/html.ts';
import type { GivenFile } from '../../files/input-file.ts';
import { finishingAmong } from '../finishing/apply-finishing.ts';
import { allFinishingFiles, type FinishingFiles } from '../finishing/finishing-files.ts';
import type { ConversionJob } from '../jobs/submit-conversion.ts';
import { renderOptions } from './options.ts';
import type { GivenMarkdownFiles } from './markdown/prepare-markdown.ts';
import type { GivenHtmlFiles } from './render-file.ts';

/**
 * Returns the job of a request to render an HTML file. Its inputs are the file, its assets, its fonts and the
 * files of finishing options.
 *
 * @throws AppError `invalid-field` when the margins leave nothing of the paper
 */
export const htmlFileJob = ({
  fields,
  files: { file, assets, fonts, ...finishing },
}: {
  fields: RenderFields;
  files: GivenHtmlFiles & FinishingFiles<GivenFile>;
}): ConversionJob => ({
  type: 'html-file',
  inputs: [file, ...assets, ...fonts, ...allFinishingFiles(finishing)],
  fileName: fields.fileName,
  options: { ...renderOptions(fields), ...finishingAmong(fields) },
});

/**
 * Returns the job of a request to render a Markdown file. Its inputs are the file, its template, its assets, its fonts and
 * the files of finishing options.
 *
 * @throws AppError as `htmlFileJob`
 */
export function htmlMarkdownJob({
  fields,
  files: { template, ...files },
}: {
  fields: RenderFields;
  files: GivenMarkdownFiles & FinishingFiles<GivenFile>;
}): ConversionJob {
  const job = htmlFileJob({ fields, files });
  return { ...job, type: 'html-markdown', inputs: [...job.inputs, ...template] };
}

/**
 * Returns the job of a request to render the page at a URL. Its inputs are the fonts and the files of finishing
 * options.
 *
 * @throws AppError as `htmlFileJob`
 */
export function htmlUrlJob({
  fields,
  files: { fonts, ...finishing },
}: {
  fields: RenderFields & UrlOptions;
  files: FinishingFiles<GivenFile> & { fonts: readonly GivenFile[] };
}): ConversionJob {
  const { url, failOnHttpError, fileName } = fields;
  return {
    type: 'html-url',
    inputs: [...fonts, ...allFinishingFiles(finishing)],
    fileName,
    options: { url, failOnHttpError, ...renderOptions(fields), ...finishingAmong(fields) },
  };
}
