import { everyEntry } from '../../../api/fields/metadata.ts';
import type { FinishingOptions } from '../../../api/options/finishing.ts';
import type { RenderOptions } from '../../../api/options/html.ts';
import { AppError } from '../../../base/app-error.ts';
import { limits } from '../../../base/limits.ts';
import { timed } from '../../../base/observability/span.ts';
import {
  contentOf,
  type GivenFile,
  type InputFile,
  isInputFile,
  type ObjectReader,
} from '../../../files/input-file.ts';
import type { InputStore } from '../../../files/input-store.ts';
import type { PageFinishing, PreparedPage } from '../finish-page.ts';
import { checkHtmlFiles, type GivenHtmlFiles, type HtmlFileRequest, renderHtmlFile } from '../render-file.ts';
import type { RenderingStores } from '../render-page.ts';
import { decodeText } from './decode-text.ts';
import type { MarkdownRunner } from './markdown-thread.ts';

/** A Markdown file of a request, and what came with it. */
export interface GivenMarkdownFiles<File = GivenFile> extends GivenHtmlFiles<File> {
  /** At most one. */
  template: readonly File[];
}

export interface MarkdownStores extends RenderingStores {
  inputs: InputStore;
  uploads: ObjectReader;
  markdown: MarkdownRunner;
}

type MarkdownRequest = Omit<HtmlFileRequest, 'files' | 'deadline'> &
  PageFinishing & { deadline: number; files: GivenMarkdownFiles<InputFile> };

/**
 * Checks the files of a request without reading them as a whole. Those at URLs are checked when they are downloaded.
 *
 * @throws AppError `file-too-large` for the file or the template, and the errors of `checkHtmlFiles`
 */
export async function checkMarkdownFiles(
  { template, ...files }: GivenMarkdownFiles,
  inputs: Pick<InputStore, 'lookInto'>,
): Promise<void> {
  requireSize([files.file], limits.markdownBytes);
  requireSize(template, limits.templateBytes);
  await checkHtmlFiles(files, inputs, 'a Markdown');
}

function requireSize(files: readonly GivenFile[], most: number): void {
  const large = files.filter(isInputFile).find(({ size }) => size > most);
  if (!large) return;
  const message = `has ${large.size} bytes; the limit is ${most}`;
  throw AppError.inField('file-too-large', large.field, message);
}

/**
 * Makes a page of a Markdown file. Its front matter becomes the metadata of a PDF that the request does not set.
 *
 * @throws AppError `invalid-file-type` for a file that is no text in UTF-8 or UTF-16, and the errors of `MarkdownRunner.run`
 */
export async function preparedMarkdown(
  { files: { template: templates, ...files }, finishing, ...request }: MarkdownRequest,
  stores: MarkdownStores,
): Promise<PreparedPage> {
  const { file } = files;
  const [template] = templates;
  const text = async (one: InputFile) => decodeText(await contentOf(one, stores.uploads), one.field);
  const task = { source: await text(file), template: template && (await text(template)) };
  const { html, metadata } = await timed('markdown', () =>
    stores.markdown.run(task, request.deadline, request.signal),
  );
  const bytes = Buffer.from(html);
  const page: InputFile = {
    field: file.field,
    fileName: file.fileName.replace(/\.(?:md|markdown)$/i, ''),
    size: bytes.length,
    source: { kind: 'inline', bytes },
  };
  return {
    finishing: withMetadata(finishing, request.options, metadata),
    render: (deadline) => renderHtmlFile({ ...request, deadline, files: { ...files, file: page } }, stores),
  };
}

function withMetadata(
  finishing: FinishingOptions,
  { format }: RenderOptions,
  metadata: Readonly<Record<string, string>>,
): FinishingOptions {
  const given = finishing.metadata ?? {};
  if (format !== 'pdf' || Object.keys(metadata).length === 0 || everyEntry in given) return finishing;
  return { ...finishing, metadata: { ...metadata, ...given } };
}
