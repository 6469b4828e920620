import type { ServiceResponse } from '../../http/response.ts';
import { type PageRequest, type RenderingStores, renderPage } from './render-page.ts';

export interface UrlRequest extends Omit<PageRequest, 'source' | 'fallbackName'> {
  fields: PageRequest['fields'] & { url: string; failOnHttpError: boolean };
}

/**
 * Renders the page at a URL. The result is named after its host unless the client names it.
 *
 * @throws AppError the errors of `renderPage`
 */
export function renderUrl(request: UrlRequest, stores: RenderingStores): Promise<ServiceResponse> {
  const { url, failOnHttpError } = request.fields;
  const source = { kind: 'url' as const, url, failOnHttpError };
  return renderPage({ ...request, source, fallbackName: new URL(url).hostname }, stores);
}
