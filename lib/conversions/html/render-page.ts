import type { RenderFormat, RenderOptions } from '../../api/options/html.ts';
import { safeFileName, withExtension } from '../../base/file-name.ts';
import { countBytes, currentIds, timed } from '../../base/observability/span.ts';
import { replyMilliseconds } from '../../base/reply-milliseconds.ts';
import type { StoredFile } from '../../files/file-record.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { MemoryContent, ProducedFile } from '../../files/produced-file.ts';
import type { RenderMessage } from './message.ts';
import type { Rendered, RemoteRenderer } from './remote-renderer.ts';

/** Media types, and extensions of file names. The first extension is added to names without one. */
const formats: Record<RenderFormat, { contentType: string; extensions: readonly [string, ...string[]] }> = {
  pdf: { contentType: 'application/pdf', extensions: ['.pdf'] },
  png: { contentType: 'image/png', extensions: ['.png'] },
  jpeg: { contentType: 'image/jpeg', extensions: ['.jpg', '.jpeg'] },
  webp: { contentType: 'image/webp', extensions: ['.webp'] },
};

/** For storing and signing the result. */
const storeMilliseconds = 1_500;

/** The page to render, and whose it is. */
export interface PageRequest {
  owner: string;
  /** The client's request, for the logs. */
  requestId: string;
  /** The id of the result. A repeated rendering replaces it. */
  fileId: string;
  /** Epoch milliseconds. */
  deadline: number;
  /** Ends the wait for the rendering earlier. */
  signal?: AbortSignal | undefined;
  options: RenderOptions;
  report?: RenderMessage['report'];
  source: RenderMessage['source'];
  fonts?: RenderMessage['fonts'];
  /** Name of the result; empty if the client names none. */
  fileName: string;
  /** Name of the result if neither the client nor the page specifies one. */
  fallbackName: string;
}

export interface RenderingStores {
  renderer: RemoteRenderer;
  files: FileStore;
}

/** A rendered page: in memory, or stored already because it is too large for the renderer's reply. */
export type RenderedPage = (
  { kind: 'produced'; file: ProducedFile<MemoryContent> } | { kind: 'stored'; file: StoredFile }
) &
  Pick<Rendered, 'report'>;

/**
 * Renders a page with the renderer function.
 *
 * @throws AppError the errors of `RemoteRenderer.render`
 */
export async function renderPage(
  request: PageRequest,
  { renderer, files }: RenderingStores,
): Promise<RenderedPage> {
  const { owner, requestId, fileId, source, fonts, signal } = request;
  const { page, ...output } = request.options;
  const { contentType } = formats[output.format];
  const deadline = request.deadline - storeMilliseconds;
  const message: RenderMessage = {
    version: 1,
    requestId,
    keyId: owner,
    traceId: currentIds().traceId,
    deadline,
    source,
    fonts,
    page,
    output,
    report: request.report,
    result: await files.writeRequest(owner, fileId, contentType),
  };
  const { content, report, ...rendered } = await timed('render', () =>
    renderer.render(message, deadline + replyMilliseconds - Date.now(), signal),
  );
  const file = describe(rendered, request, contentType);
  if (content.kind === 'bytes') {
    return { kind: 'produced', file: { ...file, content: content.bytes }, report };
  }
  const { size, sha256 } = content;
  countBytes('output', size);
  const record = await timed('store', () => files.record(owner, { ...file, size, sha256 }, fileId));
  return { kind: 'stored', file: record, report };
}

function describe(
  { title, pages, width, height, warnings }: Omit<Rendered, 'content'>,
  { fileName, fallbackName, options }: PageRequest,
  contentType: string,
): Omit<ProducedFile, 'content'> {
  const wanted = fileName || safeFileName(title.replaceAll(/[/\\]/g, '-'));
  return {
    fileName: resultName(wanted, fallbackName, options.format),
    contentType,
    ...(pages === undefined ? {} : { pages }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    warnings,
  };
}

function resultName(name: string, fallback: string, format: RenderFormat): string {
  const { extensions } = formats[format];
  const wanted = name || fallback;
  const present = extensions.find((extension) => wanted.toLowerCase().endsWith(extension));
  return withExtension(wanted, present ?? extensions[0]);
}
