import type { OverlayOptions } from '../../api/fields/finishing/overlay-options.ts';
import type { FinishingOptions } from '../../api/options/finishing.ts';
import type { OverlayFit } from '../../api/options/overlay-fit.ts';
import type { FieldFault } from '../../base/app-error.ts';
import { allPages, pageCountText, resolvePageRanges } from '../../base/page-ranges.ts';
import { PageSelection } from '../../base/page-selection.ts';
import type { Overlay, OverlayContent } from '../../engines/pdf/finishing/overlays/overlay.ts';
import type { PdfSource } from '../../engines/pdf/reader/pdf-source.ts';
import type { Picture } from '../../engines/pictures/picture.ts';

/** The files of `overlays`, ready to be drawn, by file name. */
export interface OpenOverlays {
  pictures: ReadonlyMap<string, Picture>;
  documents: ReadonlyMap<string, PdfSource>;
}

/** The values of placeholders that are the same on all pages. */
export interface TextValues {
  /** ISO, in UTC. */
  date: string;
  /** Of the result. */
  fileName: string;
}

/** The result that overlays are for. */
interface Target extends TextValues {
  pageCount: number;
}

/** The watermarks and stamps of a request, and what is wrong with them. */
export function overlaysOf(
  options: Pick<FinishingOptions, 'watermark' | 'stamp' | 'overlayFits' | 'selections'>,
  files: OpenOverlays,
  target: Target,
): { overlays: Overlay[]; faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const overlays = (['watermark', 'stamp'] as const).flatMap((layer) =>
    (options[layer] ?? []).map((entry, index): Overlay => {
      const field = `${layer}[${index}]`;
      const { spans, errors } = pagesOf(entry, options.selections?.[layer]?.[index], target.pageCount);
      faults.push(...errors.map(({ message }) => rangeFault(`${field}.pages`, message)));
      const fit = options.overlayFits?.[layer]?.[index];
      const content = contentOf(entry, fit, files, target);
      faults.push(...pageFaults(`${field}.page`, content, entry.page));
      const { position, offset, rotation, opacity, tile } = entry;
      return { layer, pages: spans, content, position, offset, rotation, fit, opacity, tile };
    }),
  );
  return { overlays, faults };
}

/** A selection that is about no page of the document selects all, as in pdfcpu. */
const pagesOf = (
  { pages = [allPages] }: OverlayOptions,
  selection: string | undefined,
  pageCount: number,
): ReturnType<typeof resolvePageRanges> =>
  selection === undefined
    ? resolvePageRanges(pages, pageCount)
    : { spans: new PageSelection(selection).spans(pageCount, { allByDefault: true }), errors: [] };

const rangeFault = (field: string, message: string): FieldFault => ({
  code: 'invalid-range',
  field,
  message,
});

/** @param page of the file, from 1. A picture has one. */
function pageFaults(field: string, content: OverlayContent, page: number): FieldFault[] {
  const count = content.kind === 'page' ? content.source.pages.length : 1;
  if (page <= count) return [];
  return [rangeFault(field, `must be a page of the file, which has ${pageCountText(count)}, not ${page}`)];
}

function contentOf(
  entry: OverlayOptions,
  fit: OverlayFit | undefined,
  { pictures, documents }: OpenOverlays,
  { date, fileName }: TextValues,
): OverlayContent {
  const { text, file = '', page, scale, fontSize, color } = entry;
  if (text !== undefined) {
    const values = fit?.values ?? { date, fileName };
    return { kind: 'text', text, lines: fit?.lines, values, fontSize, color };
  }
  const picture = pictures.get(file);
  if (picture) return { kind: 'picture', picture, scale };
  const source = documents.get(file);
  if (!source) throw new Error('A stamp or a watermark names a file that the task does not have');
  return { kind: 'page', source, index: fit ? 'same' : page - 1, scale };
}
