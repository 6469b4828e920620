import type { Principal } from '../../auth/authorizer.ts';
import type { RenderFormat } from '../../api/options/html.ts';
import { safeFileName, withExtension } from '../../base/file-name.ts';
import type { FileStore } from '../../files/file-store.ts';
import { newId } from '../../base/identifiers.ts';
import type { ServiceResponse } from '../../http/response.ts';
import {
  respondWithFile,
  respondWithStoredFile,
  type FileResponseOptions,
  fileResponseOptions,
} from '../../http/respond-with-files.ts';
import { countBytes, currentIds, timed } from '../../base/observability/span.ts';
import type { RenderFields } from '../../api/fields/html/fields.ts';
import type { RenderMessage } from './message.ts';
import { renderOptions } from './options.ts';
import type { Rendered, RemoteRenderer } from './remote-renderer.ts';

/** Media type, and the extensions that names of such files have; the first is added where none is there. */
const formats: Record<RenderFormat, { contentType: string; extensions: readonly [string, ...string[]] }> = {
  pdf: { contentType: 'application/pdf', extensions: ['.pdf'] },
  png: { contentType: 'image/png', extensions: ['.png'] },
  jpeg: { contentType: 'image/jpeg', extensions: ['.jpg', '.jpeg'] },
  webp: { contentType: 'image/webp', extensions: ['.webp'] },
};

/** For storing and signing the result. */
const storeMilliseconds = 1_500;
/** For the reply to come back once the rendering has ended. */
const replyMilliseconds = 700;

export interface PageRequest {
  principal: Pick<Principal, 'keyId'>;
  requestId: string;
  /** The first accepted media type. */
  accept: string;
  /** The ULID of the result, where the answer must be one that can be given again. */
  resourceId?: string;
  /** Epoch milliseconds. */
  deadline: number;
  /** Size of the largest result that the response may contain, in bytes. */
  inlineBytes: number;
  fields: RenderFields;
  source: RenderMessage['source'];
  /** Of the result, where neither the client nor the page names it. */
  fallbackName: string;
}

export interface RenderingStores {
  renderer: RemoteRenderer;
  files: FileStore;
}

/**
 * Has a page rendered, and answers with the result.
 *
 * @throws AppError what is wrong with the options or the page
 */
export async function renderPage(
  request: PageRequest,
  { renderer, files }: RenderingStores,
): Promise<ServiceResponse> {
  const { requestId, fields, source, fallbackName } = request;
  const owner = request.principal.keyId;
  const { page, ...output } = renderOptions(fields);
  const { contentType } = formats[fields.format];
  const id = newId('file', request.resourceId);
  const deadline = request.deadline - storeMilliseconds;
  const message: RenderMessage = {
    version: 1,
    requestId,
    keyId: owner,
    traceId: currentIds().traceId,
    deadline,
    source,
    page,
    output,
    result: await files.writeRequest(owner, id, contentType),
  };
  const rendered = await timed('render', () =>
    renderer.render(message, deadline + replyMilliseconds - Date.now()),
  );
  const headers = { 'x-render-warnings': String(rendered.warnings.length) };
  return deliver(rendered, {
    delivery: { ...fileResponseOptions(request, files), headers },
    id,
    contentType,
    fileName: resultName(
      fields.fileName || safeFileName(rendered.title.replaceAll(/[/\\]/g, '-')),
      fallbackName,
      fields.format,
    ),
  });
}

async function deliver(
  { content, pages, width, height, warnings }: Rendered,
  to: { delivery: FileResponseOptions; id: string; contentType: string; fileName: string },
): Promise<ServiceResponse> {
  const { delivery, id, contentType, fileName } = to;
  const file = {
    fileName,
    contentType,
    ...(pages === undefined ? {} : { pages }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    warnings,
  };
  if (content.kind === 'bytes') return respondWithFile({ ...file, content: content.bytes }, delivery);
  const { size, sha256 } = content;
  countBytes('output', size);
  const { owner, files } = delivery;
  const record = await timed('store', () => files.record(owner, { ...file, size, sha256 }, id));
  return respondWithStoredFile(record, delivery);
}

function resultName(name: string, fallback: string, format: RenderFormat): string {
  const { extensions } = formats[format];
  const wanted = name || fallback;
  const present = extensions.find((extension) => wanted.toLowerCase().endsWith(extension));
  return withExtension(wanted, present ?? extensions[0]);
}
