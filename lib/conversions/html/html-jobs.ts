import type { RenderFields } from '../../api/fields/html/fields.ts';
import type { UrlOptions } from '../../api/options/html.ts';
import type { GivenFile } from '../../files/input-file.ts';
import { finishingAmong } from '../finishing/apply-finishing.ts';
import type { ConversionJob } from '../jobs/submit-conversion.ts';
import { renderOptions } from './options.ts';
import type { GivenHtmlFiles } from './render-file.ts';

/** Files to attach to the PDF. */
interface Attachments {
  attachments: readonly GivenFile[];
}

/**
 * Returns the job of a request to render an HTML file. Its inputs are the file, its assets, its fonts and the attachments.
 *
 * @throws AppError `invalid-field` when the margins leave nothing of the paper
 */
export const htmlFileJob = ({
  fields,
  files: { file, assets, fonts, attachments },
}: {
  fields: RenderFields;
  files: GivenHtmlFiles & Attachments;
}): ConversionJob => ({
  type: 'html-file',
  inputs: [file, ...assets, ...fonts, ...attachments],
  fileName: fields.fileName,
  options: { ...renderOptions(fields), ...finishingAmong(fields) },
});

/**
 * Returns the job of a request to render the page at a URL. Its inputs are the fonts and the attachments.
 *
 * @throws AppError as `htmlFileJob`
 */
export function htmlUrlJob({
  fields,
  files: { fonts, attachments },
}: {
  fields: RenderFields & UrlOptions;
  files: Attachments & { fonts: readonly GivenFile[] };
}): ConversionJob {
  const { url, failOnHttpError, fileName } = fields;
  return {
    type: 'html-url',
    inputs: [...fonts, ...attachments],
    fileName,
    options: { url, failOnHttpError, ...renderOptions(fields), ...finishingAmong(fields) },
  };
}
