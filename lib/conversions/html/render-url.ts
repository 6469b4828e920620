import type { UrlOptions } from '../../api/options/html.ts';
import type { GivenFile } from '../../files/input-file.ts';
import type { DownloadSettings } from '../inputs/downloads.ts';
import { readyFiles } from '../inputs/ready-request.ts';
import { inMemory } from '../inputs/receive-download.ts';
import { type FinishingStores, type PageFinishing, renderFinished } from './finish-page.ts';
import { type PageRequest, type RenderedPage, type RenderingStores, renderPage } from './render-page.ts';

export type UrlRequest = Omit<PageRequest, 'source' | 'fallbackName'> & { page: UrlOptions };

/** The page at a URL, and what is done to the PDF. */
type GivenUrlRequest = UrlRequest & PageFinishing & { files: { attachments: readonly GivenFile[] } };

/**
 * Renders the page at a URL, after the download of attachments that the request has as URLs.
 *
 * @throws AppError what `readyFiles`, `renderUrl` and `renderFinished` throw
 */
export async function renderGivenUrl(
  { files, finishing, ...request }: GivenUrlRequest,
  stores: RenderingStores & FinishingStores & DownloadSettings,
): Promise<RenderedPage> {
  const memory = { take: (bytes: number) => Buffer.allocUnsafeSlow(bytes) };
  const { attachments } = await readyFiles({ ...files }, inMemory(memory), request, stores);
  const render = (deadline: number): Promise<RenderedPage> => renderUrl({ ...request, deadline }, stores);
  return renderFinished({ ...request, finishing }, attachments, render, stores);
}

/**
 * Renders the page at a URL. The result is named after its host unless the client or the page names it.
 *
 * @throws AppError the errors of `renderPage`
 */
export function renderUrl({ page, ...request }: UrlRequest, stores: RenderingStores): Promise<RenderedPage> {
  const { url, failOnHttpError } = page;
  const source = { kind: 'url' as const, url, failOnHttpError };
  return renderPage({ ...request, source, fallbackName: new URL(url).hostname }, stores);
}
