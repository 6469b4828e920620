import { ulid } from 'ulid';
import { isUrlInput } from '../../files/input-file.ts';
import type { InputStore, StoredInput } from '../../files/input-store.ts';
import type { DownloadSettings } from '../inputs/downloads.ts';
import { readyFiles } from '../inputs/ready-request.ts';
import { inMemoryWhileRoom, inStore } from '../inputs/receive-download.ts';
import { messageRoom } from './carry-files.ts';
import { checkHtmlFiles, type GivenHtmlFiles, type HtmlFileRequest, renderHtmlFile } from './render-file.ts';
import type { RenderedPage, RenderingStores } from './render-page.ts';

/**
 * Renders an HTML file with its assets, after the download of those that the request has as URLs. A download is in
 * memory if it fits into the message to the renderer, and otherwise in the bucket while the page is rendered.
 *
 * @throws AppError what `readyFiles`, `checkHtmlFiles` and `renderHtmlFile` throw
 */
export async function renderGivenFile(
  { files: given, ...request }: Omit<HtmlFileRequest, 'files'> & { files: GivenHtmlFiles },
  stores: RenderingStores & DownloadSettings & { inputs: InputStore },
): Promise<RenderedPage> {
  const { inputs } = stores;
  const all = [given.file, ...given.assets];
  const stored: StoredInput[] = [];
  const store = inStore(async (body) => {
    const object = await inputs.receive(request.owner, `url-${ulid()}`, body);
    stored.push(object);
    return object;
  });
  try {
    const files = await readyFiles({ ...given }, inMemoryWhileRoom(messageRoom(all), store), request, stores);
    if (all.some(isUrlInput)) await checkHtmlFiles(files, inputs);
    return await renderHtmlFile({ ...request, files }, stores);
  } finally {
    // Files that could not be deleted expire within a day.
    await Promise.allSettled(stored.map((input) => inputs.delete(input)));
  }
}
