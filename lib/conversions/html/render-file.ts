import type { Principal } from '../../auth/authorizer.ts';
import type { InputFile } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';
import { newId } from '../../base/identifiers.ts';
import type { ServiceResponse } from '../../http/response.ts';
import { timed } from '../../base/observability/span.ts';
import { carryFiles } from './carry-files.ts';
import type { RenderFields } from '../../api/fields/html/fields.ts';
import { checkAssetNames, checkHtml } from './html-file.ts';
import { type RenderingStores, renderPage } from './render-page.ts';

export interface HtmlFileRequest {
  principal: Principal;
  requestId: string;
  accept: string;
  /** Where the answer must be one that can be given again. */
  resourceId?: string;
  /** Epoch milliseconds. */
  deadline: number;
  /** Size of the largest result that the response may contain, in bytes. */
  inlineBytes: number;
  files: { file: InputFile; assets: readonly InputFile[] };
  fields: RenderFields;
}

/** Enough of a file to see that it is none of the usual binary ones. */
const startBytes = 4096;

/**
 * Renders an HTML file of a request with the assets that came with it.
 *
 * @throws AppError `invalid-file-type`, `invalid-field` for assets without a name of their own, and what `renderPage`
 *   throws
 */
export async function renderHtmlFile(
  { files, ...request }: HtmlFileRequest,
  stores: RenderingStores & { inputs: InputStore },
): Promise<ServiceResponse> {
  const { file, assets } = files;
  checkAssetNames(assets);
  await timed('inspect', () =>
    stores.inputs.lookInto(file, async (access) => checkHtml(await access.read(0, startBytes))),
  );
  const { carried, kept } = await timed('carry', () =>
    carryFiles([file, ...assets], request.principal.keyId, newId('file'), stores.inputs),
  );
  const [content, ...assetContents] = carried;
  if (!content) throw new Error('carryFiles answered without the file');
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
    // What stays behind expires within a day.
    await Promise.allSettled(kept.map((input) => stores.inputs.delete(input)));
  }
}
