import { newUlid } from '../../base/ulid.ts';
import { type GivenFile, isUrlInput } from '../../files/input-file.ts';
import type { InputStore, StoredInput } from '../../files/input-store.ts';
import { checkFonts } from '../fonts/check-fonts.ts';
import type { DownloadSettings } from '../inputs/downloads.ts';
import { filesIn, type GivenFiles, type ReadyFiles, readyFiles } from '../inputs/ready-request.ts';
import { inMemoryWhileRoom, inStore } from '../inputs/receive-download.ts';
import { messageRoom } from './carry-files.ts';
import { type FinishingFiles, finishingFilesAmong } from '../finishing/finishing-files.ts';
import {
  type FinishingStores,
  type PageFinishing,
  type PreparedPage,
  renderFinished,
} from './finish-page.ts';
import {
  checkMarkdownFiles,
  type GivenMarkdownFiles,
  type MarkdownStores,
  preparedMarkdown,
} from './markdown/prepare-markdown.ts';
import { checkHtmlFiles, type GivenHtmlFiles, type HtmlFileRequest, renderHtmlFile } from './render-file.ts';
import type { PageRequest, RenderedPage, RenderingStores } from './render-page.ts';
import { renderUrl, type UrlRequest } from './render-url.ts';

type GivenStores = RenderingStores & FinishingStores & DownloadSettings & { inputs: InputStore };

/** A request, and what is done to the PDF. */
type Given<Request extends { files: object }, Files> = Omit<Request, 'files'> &
  PageFinishing & { files: Files & FinishingFiles<GivenFile> };

/**
 * Renders an HTML file with its assets and fonts, after the download of those that the request has as URLs.
 *
 * @throws AppError what `readyFiles`, `checkHtmlFiles`, `renderHtmlFile` and `renderFinished` throw
 */
export const renderGivenFile = (
  { files: given, ...request }: Given<HtmlFileRequest, GivenHtmlFiles>,
  stores: GivenStores,
): Promise<RenderedPage> =>
  whenReady({ ...given }, request, stores, async (files) => {
    if (hasUrls(given)) await checkHtmlFiles(files, stores.inputs);
    return { render: (deadline) => renderHtmlFile({ ...request, deadline, files }, stores) };
  });

/**
 * Renders a Markdown file with its template, assets and fonts, after the download of those that the request has as URLs.
 *
 * @throws AppError what `readyFiles`, `checkMarkdownFiles`, `preparedMarkdown` and `renderFinished` throw
 */
export const renderGivenMarkdown = (
  { files: given, ...request }: Given<HtmlFileRequest, GivenMarkdownFiles>,
  stores: GivenStores & MarkdownStores,
): Promise<RenderedPage> =>
  whenReady({ ...given }, request, stores, async (files) => {
    if (hasUrls(given)) await checkMarkdownFiles(files, stores.inputs);
    return preparedMarkdown({ ...request, files }, stores);
  });

/**
 * Renders the page at a URL, after the download of the files that the request has as URLs.
 *
 * @throws AppError what `readyFiles`, `checkFonts`, `renderUrl` and `renderFinished` throw
 */
export const renderGivenUrl = (
  { files: given, ...request }: Given<UrlRequest, { fonts: readonly GivenFile[] }>,
  stores: GivenStores,
): Promise<RenderedPage> =>
  whenReady({ ...given }, request, stores, async (files) => {
    if (hasUrls(given)) await checkFonts(files.fonts, stores.inputs);
    return { render: (deadline) => renderUrl({ ...request, deadline, files }, stores) };
  });

const hasUrls = (files: object): boolean => filesIn(files as GivenFiles).some(isUrlInput);

/**
 * Renders after the download of the files that a request has as URLs, and applies the finishing options. A download is in
 * memory if it fits into the message to the renderer, and otherwise in the bucket while the page is rendered.
 */
async function whenReady<Files extends GivenFiles & FinishingFiles<GivenFile>>(
  given: Files,
  request: Pick<PageRequest, 'owner' | 'deadline' | 'signal'> & PageFinishing,
  stores: GivenStores,
  prepare: (files: ReadyFiles<Files>) => Promise<PreparedPage>,
): Promise<RenderedPage> {
  const { inputs } = stores;
  const stored: StoredInput[] = [];
  const store = inStore(async (body) => {
    const object = await inputs.receive(request.owner, `url-${newUlid()}`, body);
    stored.push(object);
    return object;
  });
  try {
    const receive = inMemoryWhileRoom(messageRoom(filesIn(given)), store);
    const files = await readyFiles(given, receive, request, stores);
    const finishing = finishingFilesAmong(files as ReadyFiles<FinishingFiles<GivenFile>>);
    const { render, ...prepared } = await prepare(files);
    return await renderFinished({ ...request, ...prepared }, finishing, render, stores);
  } finally {
    // Files that could not be deleted expire after two days.
    await Promise.allSettled(stored.map((input) => inputs.delete(input)));
  }
}
