import type { UrlOptions } from '../../api/options/html.ts';
import { type PageRequest, type RenderedPage, type RenderingStores, renderPage } from './render-page.ts';

export type UrlRequest = Omit<PageRequest, 'source' | 'fallbackName'> & { page: UrlOptions };

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
