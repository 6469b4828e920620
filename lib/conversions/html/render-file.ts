import { timed } from '../../base/observability/span.ts';
import { type GivenFile, type InputFile, isInputFile, isUrlInput } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';
import { checkFonts } from '../fonts/check-fonts.ts';
import { carriedFonts, whileCarried } from './carry-files.ts';
import { checkAssetNames, checkText } from './html-file.ts';
import { type PageRequest, type RenderedPage, type RenderingStores, renderPage } from './render-page.ts';

/** An HTML file of a request, and the assets and fonts that came with it. */
export interface GivenHtmlFiles<File = GivenFile> {
  file: File;
  assets: readonly File[];
  fonts: readonly File[];
}

export type HtmlFiles = GivenHtmlFiles<InputFile>;

export type HtmlFileRequest = Omit<PageRequest, 'source' | 'fonts' | 'fallbackName'> & {
  files: HtmlFiles;
  /** Whether the page may load its assets and nothing else. Default: false. */
  isIsolated?: boolean;
};

/** Number of bytes that identify common binary files. */
const startBytes = 4096;

/**
 * Checks the files of a request without reading them as a whole. Those at URLs are checked when they are downloaded.
 *
 * @param kind of the file
 * @throws AppError `invalid-file-type` when the file is no text or a font is none, `file-too-large` when the fonts are too
 *   large, `invalid-field` when assets lack a unique name
 */
export async function checkHtmlFiles(
  { file, assets, fonts }: GivenHtmlFiles,
  inputs: Pick<InputStore, 'lookInto'>,
  kind: Parameters<typeof checkText>[1] = 'an HTML',
): Promise<void> {
  checkAssetNames(assets.filter(isInputFile));
  await checkFonts(fonts, inputs);
  if (isUrlInput(file)) return;
  await timed('inspect', () =>
    inputs.lookInto(file, async (access) => checkText(await access.read(0, startBytes), kind)),
  );
}

/**
 * Renders an HTML file with its assets.
 *
 * @throws AppError what `renderPage` throws
 */
export function renderHtmlFile(
  { files: { file, assets, fonts }, isIsolated, ...request }: HtmlFileRequest,
  stores: RenderingStores & { inputs: InputStore },
): Promise<RenderedPage> {
  return whileCarried([file, ...assets, ...fonts], request.owner, stores.inputs, ([content, ...others]) => {
    if (!content) throw new Error('The file was not carried');
    const source = {
      kind: 'html' as const,
      content,
      assets: assets.flatMap(({ fileName: name }, index) => {
        const asset = others[index];
        return asset ? [{ name, content: asset }] : [];
      }),
      isIsolated,
    };
    const page = { source, fonts: carriedFonts(fonts, others.slice(assets.length)) };
    const fallbackName = file.fileName.replace(/\.x?html?$/i, '') || 'page';
    return renderPage({ ...request, ...page, fallbackName }, stores);
  });
}
