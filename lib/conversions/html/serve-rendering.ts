import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import type {
  Rendering,
  RenderRequest,
  RenderSource,
  UploadedContent,
} from '../../engines/html/render-request.ts';
import { createWorkFolder } from '../../base/processes/work-folder.ts';
import { countBytes, inSpan, timed } from '../../base/observability/span.ts';
import type { SpanLog } from '../../base/observability/span-log.ts';
import { type FontSource, readFonts } from '../fonts/read-fonts.ts';
import { fetchFiles } from './fetch-files.ts';
import { type RenderMessage, renderMessage, type RenderReply, replyLimits } from './message.ts';
import type { AttachedReply } from './reply.ts';

export interface RenderingEngine {
  render(request: RenderRequest, limits: { deadline: number }): Promise<Rendering>;
}

export interface ServingOptions {
  largestAttachment: number;
  workDirectory: string;
  log: Pick<SpanLog, 'close'>;
}

/**
 * Handles one message to the renderer function: fetches the input, renders it, and delivers the result. Accesses no
 * store: the caller presigned all reads and writes.
 *
 * @param options.largestAttachment size of the largest result that the reply may have attached, in bytes
 * @param options.workDirectory where files of the request get a folder of their own, for as long as it is rendered
 * @param options.log gets one line at the end
 * @throws Error when the service is at fault; errors that the page causes are replies, not exceptions
 */
export async function serveRendering(
  event: unknown,
  engine: RenderingEngine,
  { largestAttachment, workDirectory, log }: ServingOptions,
): Promise<AttachedReply> {
  const { requestId, keyId, traceId, ...message } = renderMessage.parse(event);
  const trace = traceId === undefined ? undefined : { traceId, sampled: false };
  return inSpan({ requestId, keyId, trace }, async () => {
    let folder: string | undefined;
    const pathOf = (position: number): string =>
      join((folder ??= createWorkFolder(workDirectory)), String(position));
    let code: string = 'internal-error';
    try {
      const { source, fonts: files } = await timed('download', () => contentsOf(message, pathOf));
      const fonts = await readFonts(files);
      const request = { source, fonts, page: message.page, report: message.report, ...message.output };
      const rendering = await timed('render', () => engine.render(request, message));
      countBytes('output', rendering.content.byteLength);
      const reply = await timed('store', () => replyWith(rendering, message, largestAttachment));
      code = 'rendered';
      return reply;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      ({ code } = error);
      return { reply: rejection(error) };
    } finally {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      log.close('rendering', { format: message.output.format, result: code });
    }
  });
}

/** @param pathOf returns where to store a file that is not inside the message */
async function contentsOf(
  { source, fonts = [], deadline }: Pick<RenderMessage, 'source' | 'fonts' | 'deadline'>,
  pathOf: (position: number) => string,
): Promise<{ source: RenderSource; fonts: FontSource[] }> {
  const page = source.kind === 'url' ? [] : [source.content, ...source.assets.map((asset) => asset.content)];
  const carried = [...page, ...fonts.map((font) => font.content)];
  const contents = await fetchFiles(carried, pathOf, deadline);
  const fontSources = contents
    .splice(page.length)
    .map((content, index) => fontSourceOf(fonts[index]?.field ?? '', content));
  if (source.kind === 'url') return { source, fonts: fontSources };
  const [content, ...assets] = contents;
  return {
    source: {
      kind: 'html',
      content: content ?? new Uint8Array(),
      assets: source.assets.map(({ name }, index) => ({
        name,
        content: assets[index] ?? new Uint8Array(),
        contentType: undefined,
      })),
      isIsolated: source.isIsolated,
    },
    fonts: fontSources,
  };
}

const fontSourceOf = (field: string, content: UploadedContent): FontSource =>
  content instanceof Uint8Array
    ? {
        field,
        size: content.length,
        read: () => Promise.resolve(Buffer.from(content.buffer, content.byteOffset, content.length)),
      }
    : { field, size: content.size, read: () => readFile(content.path) };

async function replyWith(
  rendering: Rendering,
  { result, deadline }: Pick<RenderMessage, 'result' | 'deadline'>,
  largestAttachment: number,
): Promise<AttachedReply> {
  const { content, title, pages, width, height, warnings, report } = rendering;
  const described = {
    kind: 'rendered' as const,
    title: clipped(title),
    pages,
    width,
    height,
    report,
    warnings: warnings.slice(0, replyLimits.warnings).map(({ message, url, ...warning }) => ({
      ...warning,
      message: clipped(message),
      ...(url === undefined ? {} : { url: clipped(url, replyLimits.url) }),
    })),
  };
  if (content.length <= largestAttachment) {
    return { reply: { ...described, content: { kind: 'attached', size: content.length } }, content };
  }
  if (!result) throw new AppError('file-too-large', 'The result is too large.');
  const late = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
  const response = await fetch(result.url, {
    method: 'PUT',
    headers: result.headers,
    body: content as Uint8Array<ArrayBuffer>,
    signal: late,
  }).catch((cause: unknown) => {
    if (!late.aborted) throw cause;
    throw new AppError(
      'render-timeout',
      'The page was not rendered in time: storing the result took too long.',
      {
        cause,
      },
    );
  });
  if (!response.ok) throw new Error(`Storing the result failed with ${response.status}`);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { reply: { ...described, content: { kind: 'stored', size: content.length, sha256 } } };
}

function rejection({ code, message, errors: [fault] }: AppError): RenderReply {
  return {
    kind: 'rejected',
    code,
    message: clipped(message),
    ...(fault ? { fault: { field: clipped(fault.field), message: clipped(fault.message) } } : {}),
  };
}

const clipped = (text: string, length: number = replyLimits.text): string =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
