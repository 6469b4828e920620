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
  /** The ULID of the result, if the response must be replayable. */
  resourceId?: string;
  /** Epoch milliseconds. */
  deadline: number;
  /** Size of the largest result that the response may contain, in bytes. */
  inlineBytes: number;
  files: { file: InputFile; assets: readonly InputFile[] };
  fields: RenderFields;
}

/** Number of bytes that identify common binary files. */
const startBytes = 4096;

/**
 * Renders the HTML file of a request with its assets.
 *
 * @throws AppError `invalid-file-type` when the file is not HTML, `invalid-field` when assets lack a unique name, and the
 *   errors of `renderPage`
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
