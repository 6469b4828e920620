import type { UrlOptions } from '../../api/options/html.ts';
import type { InputFile } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';
import { carriedFonts, whileCarried } from './carry-files.ts';
import { type PageRequest, type RenderedPage, type RenderingStores, renderPage } from './render-page.ts';

export type UrlRequest = Omit<PageRequest, 'source' | 'fonts' | 'fallbackName'> & {
  page: UrlOptions;
  files: { fonts: readonly InputFile[] };
};

/**
 * Renders the page at a URL. The result is named after its host unless the client or the page names it.
 *
 * @throws AppError the errors of `renderPage`
 */
export function renderUrl(
  { page, files: { fonts }, ...request }: UrlRequest,
  stores: RenderingStores & { inputs: InputStore },
): Promise<RenderedPage> {
  const { url, failOnHttpError } = page;
  const source = { kind: 'url' as const, url, failOnHttpError };
  return whileCarried(fonts, request.owner, stores.inputs, (carried) =>
    renderPage(
      { ...request, source, fonts: carriedFonts(fonts, carried), fallbackName: new URL(url).hostname },
      stores,
    ),
  );
}
