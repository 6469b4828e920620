import { newId } from '../../base/identifiers.ts';
import { timed } from '../../base/observability/span.ts';
import { type GivenFile, type InputFile, isInputFile, isUrlInput } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';
import { carryFiles } from './carry-files.ts';
import { checkAssetNames, checkHtml } from './html-file.ts';
import { type PageRequest, type RenderedPage, type RenderingStores, renderPage } from './render-page.ts';

/** An HTML file of a request, and the assets that came with it. */
export interface GivenHtmlFiles<File = GivenFile> {
  file: File;
  assets: readonly File[];
}

export type HtmlFiles = GivenHtmlFiles<InputFile>;

export type HtmlFileRequest = Omit<PageRequest, 'source' | 'fallbackName'> & { files: HtmlFiles };

/** Number of bytes that identify common binary files. */
const startBytes = 4096;

/**
 * Checks the files of a request without reading them as a whole. Those at URLs are checked when they are downloaded.
 *
 * @throws AppError `invalid-file-type` when the file is not HTML, `invalid-field` when assets lack a unique name
 */
export async function checkHtmlFiles(
  { file, assets }: GivenHtmlFiles,
  inputs: Pick<InputStore, 'lookInto'>,
): Promise<void> {
  checkAssetNames(assets.filter(isInputFile));
  if (isUrlInput(file)) return;
  await timed('inspect', () =>
    inputs.lookInto(file, async (access) => checkHtml(await access.read(0, startBytes))),
  );
}

/**
 * Renders an HTML file with its assets.
 *
 * @throws AppError what `renderPage` throws
 */
export async function renderHtmlFile(
  { files: { file, assets }, ...request }: HtmlFileRequest,
  stores: RenderingStores & { inputs: InputStore },
): Promise<RenderedPage> {
  const { carried, kept } = await timed('carry', () =>
    carryFiles([file, ...assets], request.owner, newId('file'), stores.inputs),
  );
  const [content, ...assetContents] = carried;
  if (!content) throw new Error('carryFiles did not return the file');
  try {
    return await renderPage(
      {
        ...request,
        source: {
          kind: 'html',
          content,
          assets: assetContents.map((asset, index) => ({
            name: assets[index]?.fileName ?? '',
            content: asset,
          })),
        },
        fallbackName: file.fileName.replace(/\.x?html?$/i, '') || 'page',
      },
      stores,
    );
  } finally {
    // Files that could not be deleted expire within a day.
    await Promise.allSettled(kept.map((input) => stores.inputs.delete(input)));
  }
}
