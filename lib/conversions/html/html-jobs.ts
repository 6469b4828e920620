import type { RenderFields } from '../../api/fields/html/fields.ts';
import type { UrlOptions } from '../../api/options/html.ts';
import type { GivenFile } from '../../files/input-file.ts';
import type { ConversionJob } from '../jobs/submit-conversion.ts';
import { renderOptions } from './options.ts';
import type { GivenHtmlFiles } from './render-file.ts';

/**
 * Returns the job of a request to render an HTML file. Its inputs are the file, its assets and then its fonts.
 *
 * @throws AppError `invalid-field` when the margins leave nothing of the paper
 */
export const htmlFileJob = ({
  fields,
  files: { file, assets, fonts },
}: {
  fields: RenderFields;
  files: GivenHtmlFiles;
}): ConversionJob => ({
  type: 'html-file',
  inputs: [file, ...assets, ...fonts],
  fileName: fields.fileName,
  options: renderOptions(fields),
});

/**
 * Returns the job of a request to render the page at a URL. Its inputs are the fonts.
 *
 * @throws AppError as `htmlFileJob`
 */
export function htmlUrlJob({
  fields,
  files: { fonts },
}: {
  fields: RenderFields & UrlOptions;
  files: { fonts: readonly GivenFile[] };
}): ConversionJob {
  const { url, failOnHttpError, fileName } = fields;
  return {
    type: 'html-url',
    inputs: fonts,
    fileName,
    options: { url, failOnHttpError, ...renderOptions(fields) },
  };
}
