import { ulid } from 'ulid';
import { type GivenFile, isUrlInput } from '../../files/input-file.ts';
import type { InputStore, StoredInput } from '../../files/input-store.ts';
import { checkFonts } from '../fonts/check-fonts.ts';
import type { DownloadSettings } from '../inputs/downloads.ts';
import { type GivenFiles, type ReadyFiles, readyFiles } from '../inputs/ready-request.ts';
import { inMemoryWhileRoom, inStore } from '../inputs/receive-download.ts';
import { messageRoom } from './carry-files.ts';
import { checkHtmlFiles, type GivenHtmlFiles, type HtmlFileRequest, renderHtmlFile } from './render-file.ts';
import type { PageRequest, RenderedPage, RenderingStores } from './render-page.ts';
import { renderUrl, type UrlRequest } from './render-url.ts';

type GivenStores = RenderingStores & DownloadSettings & { inputs: InputStore };

/**
 * Renders an HTML file with its assets and fonts, after the download of those that the request has as URLs.
 *
 * @throws AppError what `readyFiles`, `checkHtmlFiles` and `renderHtmlFile` throw
 */
export const renderGivenFile = (
  { files: given, ...request }: Omit<HtmlFileRequest, 'files'> & { files: GivenHtmlFiles },
  stores: GivenStores,
): Promise<RenderedPage> =>
  whenReady({ ...given }, request, stores, async (files) => {
    if (hasUrls(given)) await checkHtmlFiles(files, stores.inputs);
    return renderHtmlFile({ ...request, files }, stores);
  });

/**
 * Renders the page at a URL, after the download of the fonts that the request has as URLs.
 *
 * @throws AppError what `readyFiles`, `checkFonts` and `renderUrl` throw
 */
export const renderGivenUrl = (
  { files: given, ...request }: Omit<UrlRequest, 'files'> & { files: { fonts: readonly GivenFile[] } },
  stores: GivenStores,
): Promise<RenderedPage> =>
  whenReady({ ...given }, request, stores, async (files) => {
    if (hasUrls(given)) await checkFonts(files.fonts, stores.inputs);
    return renderUrl({ ...request, files }, stores);
  });

const hasUrls = (files: object): boolean => filesIn(files as GivenFiles).some(isUrlInput);

const filesIn = (files: GivenFiles): GivenFile[] =>
  Object.values<GivenFile | readonly GivenFile[]>(files).flat();

/**
 * Runs `use` after the download of the files that a request has as URLs. A download is in memory if it fits into the
 * message to the renderer, and otherwise in the bucket while the page is rendered.
 */
async function whenReady<Files extends GivenFiles>(
  given: Files,
  request: Pick<PageRequest, 'owner' | 'deadline'>,
  stores: GivenStores,
  use: (files: ReadyFiles<Files>) => Promise<RenderedPage>,
): Promise<RenderedPage> {
  const { inputs } = stores;
  const stored: StoredInput[] = [];
  const store = inStore(async (body) => {
    const object = await inputs.receive(request.owner, `url-${ulid()}`, body);
    stored.push(object);
    return object;
  });
  try {
    const receive = inMemoryWhileRoom(messageRoom(filesIn(given)), store);
    return await use(await readyFiles(given, receive, request, stores));
  } finally {
    // Files that could not be deleted expire within a day.
    await Promise.allSettled(stored.map((input) => inputs.delete(input)));
  }
}
