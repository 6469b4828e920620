import { ulid } from 'ulid';
import { type GivenFile, isUrlInput } from '../../files/input-file.ts';
import type { InputStore, StoredInput } from '../../files/input-store.ts';
import type { DownloadSettings } from '../inputs/downloads.ts';
import { readyFiles } from '../inputs/ready-request.ts';
import { inMemoryWhileRoom, inStore } from '../inputs/receive-download.ts';
import { messageRoom } from './carry-files.ts';
import { type FinishingStores, type PageFinishing, renderFinished } from './finish-page.ts';
import { checkHtmlFiles, type GivenHtmlFiles, type HtmlFileRequest, renderHtmlFile } from './render-file.ts';
import type { RenderedPage, RenderingStores } from './render-page.ts';

/** An HTML file with its assets, and what is done to the PDF. */
type GivenFileRequest = Omit<HtmlFileRequest, 'files'> &
  PageFinishing & { files: GivenHtmlFiles & { attachments: readonly GivenFile[] } };

/**
 * Renders an HTML file with its assets, after the download of those that the request has as URLs. A download is in
 * memory if it fits into the message to the renderer, and otherwise in the bucket while the page is rendered.
 *
 * @throws AppError what `readyFiles`, `checkHtmlFiles`, `renderHtmlFile` and `renderFinished` throw
 */
export async function renderGivenFile(
  { files: given, finishing, ...request }: GivenFileRequest,
  stores: RenderingStores & FinishingStores & DownloadSettings & { inputs: InputStore },
): Promise<RenderedPage> {
  const { inputs } = stores;
  const all = [given.file, ...given.assets, ...given.attachments];
  const stored: StoredInput[] = [];
  const store = inStore(async (body) => {
    const object = await inputs.receive(request.owner, `url-${ulid()}`, body);
    stored.push(object);
    return object;
  });
  try {
    const files = await readyFiles({ ...given }, inMemoryWhileRoom(messageRoom(all), store), request, stores);
    if (all.some(isUrlInput)) await checkHtmlFiles(files, inputs);
    return await renderFinished(
      { ...request, finishing },
      files.attachments,
      (deadline) => renderHtmlFile({ ...request, deadline, files }, stores),
      stores,
    );
  } finally {
    // Files that could not be deleted expire within a day.
    await Promise.allSettled(stored.map((input) => inputs.delete(input)));
  }
}
