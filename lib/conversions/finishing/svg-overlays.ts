import { pageDefaults, pdfDefaults } from '../../api/fields/html/defaults.ts';
import { AppError, combineFaults, type ErrorCode, type FieldFault } from '../../base/app-error.ts';
import { inBatches } from '../../base/in-batches.ts';
import { currentIds, timed } from '../../base/observability/span.ts';
import { replyMilliseconds } from '../../base/reply-milliseconds.ts';
import { isSvg, svgSize } from '../../engines/pictures/svg.ts';
import type { RenderMessage } from '../html/message.ts';
import type { RemoteRenderer } from '../html/remote-renderer.ts';
import type { PdfDeadline, PdfRunner } from '../pdf/pdf-thread.ts';
import type { PdfInput, PdfResult, PdfTask } from '../pdf/task.ts';

/** What the message to the renderer has room for, in base64. In bytes. */
const largestSvg = 3_000_000;

/** The longer side of the page that an SVG is drawn on. In inches. */
const pageSide = 10;

/** Reserved for the task itself. In milliseconds. */
const taskMilliseconds = 6_000;

const noMargins = { top: 0, right: 0, bottom: 0, left: 0 };

/** As an image, so that scripts and references to other resources have no effect. */
const page = `<!doctype html><title></title><style>*{margin:0}img{display:block;width:100vw;height:100vh}</style><img src="overlay.svg">`;

/**
 * Runs tasks on PDFs whose overlays can be SVG documents: the renderer draws each as the page of a PDF before `pdf` runs the
 * task.
 *
 * @param openRenderer is called for the first SVG
 */
export const withSvgOverlays = (
  pdf: PdfRunner,
  openRenderer: () => Promise<Pick<RemoteRenderer, 'render'>>,
): PdfRunner => ({
  async run<Task extends PdfTask>(task: Task, end: PdfDeadline): Promise<PdfResult<Task>> {
    const given = 'overlays' in task ? (task.overlays ?? []) : [];
    if (!given.some(({ content }) => isSvg(content))) return pdf.run(task, end);
    await end.admitted?.();
    const renderer = await openRenderer();
    const overlays = await timed('draw-svg', () => drawn(given, renderer, end));
    return pdf.run({ ...task, overlays }, end);
  },
});

/** Drawings at a time. Each is an invocation of the renderer, of which a new AWS account runs few at a time. */
const parallelDrawings = 4;

/** What errors of the renderer say of an SVG. */
const faultsOf: Readonly<Partial<Record<ErrorCode, Omit<FieldFault, 'field'>>>> = {
  'file-too-large': { code: 'file-too-large', message: 'is too large for an SVG' },
  'render-timeout': { code: 'file-too-large', message: 'exceeds the time limit for rendering' },
  'render-failed': { code: 'damaged-document', message: 'cannot be rendered' },
};

/** @throws AppError naming each SVG that cannot be drawn */
async function drawn(
  overlays: readonly PdfInput[],
  renderer: Pick<RemoteRenderer, 'render'>,
  end: PdfDeadline,
): Promise<PdfInput[]> {
  const faults: FieldFault[] = [];
  const results = await inBatches(overlays, parallelDrawings, async (overlay) => {
    if (!isSvg(overlay.content)) return overlay;
    try {
      return { ...overlay, content: await drawSvg(overlay.content, renderer, end) };
    } catch (error) {
      const fault = error instanceof AppError ? faultsOf[error.code] : undefined;
      if (!fault) throw error;
      faults.push({ ...fault, field: overlay.field });
      return overlay;
    }
  });
  if (faults.length > 0) throw combineFaults(faults);
  return results;
}

async function drawSvg(
  svg: Uint8Array,
  renderer: Pick<RemoteRenderer, 'render'>,
  { deadline, signal }: PdfDeadline,
): Promise<Uint8Array> {
  if (svg.length > largestSvg) throw new AppError('file-too-large', 'The SVG is too large.');
  const { requestId = '', keyId, traceId } = currentIds();
  const until = deadline - taskMilliseconds;
  const message: RenderMessage = {
    version: 1,
    requestId,
    keyId,
    traceId,
    deadline: until,
    source: {
      kind: 'html',
      content: inline(Buffer.from(page)),
      assets: [{ name: 'overlay.svg', content: inline(svg) }],
    },
    // An SVG that is damaged is an image that cannot be shown.
    page: { ...pageDefaults, javascript: false, failOnResourceErrors: true },
    output: {
      format: 'pdf',
      pdf: {
        ...pdfDefaults,
        preferCssPageSize: false,
        tagged: false,
        outline: false,
        paper: paperOf(svg),
        margins: noMargins,
      },
    },
  };
  const { content } = await renderer.render(message, until + replyMilliseconds - Date.now(), signal);
  if (content.kind !== 'bytes') throw new Error('The renderer stored an SVG');
  return content.bytes;
}

/** Paper with the ratio of the SVG. The side of an extreme one has at least a hundredth of an inch. */
function paperOf(svg: Uint8Array): { width: number; height: number } {
  const { width, height } = svgSize(svg);
  const longest = Math.max(width, height);
  const inches = (length: number): number => Math.max(0.01, (pageSide * length) / longest);
  return { width: inches(width), height: inches(height) };
}

const inline = (bytes: Uint8Array) => ({
  kind: 'inline' as const,
  base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
});
