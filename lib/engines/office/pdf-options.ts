import { partOf } from '../pdf/conformance/target.ts';
import type { OfficeKind, OfficeOptions } from '../../api/options/office.ts';

const initialViews = { default: 0, bookmarks: 1, thumbnails: 2 } as const;
const pageLayouts = { default: 0, 'single-page': 1, 'one-column': 2, 'two-columns': 3 } as const;
const magnifications = { default: 0, 'fit-page': 1, 'fit-width': 2, 'fit-visible': 3 } as const;

/** `Magnification` of which `Zoom` is the percentage. */
const magnifiedByZoom = 4;

type Property = { type: 'boolean' | 'long' | 'string'; value: string };
type Properties = Record<string, Property | undefined>;

/**
 * The options of LibreOffice's filter `writer_pdf_Export`, `calc_pdf_Export` or `impress_pdf_Export`, as JSON. Their
 * names and meaning: https://help.libreoffice.org/latest/en-US/text/shared/guide/pdf_params.html. Options that are
 * undefined keep LibreOffice's default.
 */
export function pdfFilterOptions(kind: OfficeKind, options: OfficeOptions): string {
  return JSON.stringify({
    ...contentProperties(kind, options),
    ...ownProperties(kind, options),
    ...viewProperties(options),
    ...watermarkProperties(options),
  });
}

const contentProperties = (
  kind: OfficeKind,
  { pdfa, pdfua = false, ...options }: OfficeOptions,
): Properties => ({
  PageRange: text(options.pageRanges),
  Quality: number(options.quality),
  UseLosslessCompression: flag(options.losslessImageCompression),
  ReduceImageResolution: flag(options.reduceImageResolution),
  MaxImageResolution: number(options.maxImageResolution),
  // The part of PDF/A; 0 is PDF 1.7. For part 1, LibreOffice draws what is transparent without transparency.
  SelectPdfVersion: number(pdfa === undefined ? 0 : partOf(pdfa)),
  PDFUACompliance: flag(pdfua),
  ExportBookmarks: flag(options.exportBookmarks),
  ExportBookmarksToPDFDestination: flag(options.exportBookmarksToPdfDestination),
  ConvertOOoTargetToPDFTarget: flag(options.convertOooTargetToPdfTarget),
  ExportFormFields: flag(options.exportFormFields),
  AllowDuplicateFieldNames: flag(options.allowDuplicateFieldNames),
  UseTaggedPDF: flag(options.tagged ?? (pdfa !== undefined || pdfua)),
  ExportNotes: flag(kind !== 'docx' && options.comments === 'margin'),
  ExportNotesInMargin: flag(kind === 'docx' && options.comments === 'margin'),
});

/** Properties that only one kind of document has. */
function ownProperties(kind: OfficeKind, options: OfficeOptions): Properties {
  if (kind === 'docx')
    return {
      IsSkipEmptyPages: flag(options.skipEmptyPages),
      ExportPlaceholders: flag(options.exportPlaceholders),
    };
  if (kind === 'xlsx') return { SinglePageSheets: flag(options.singlePageSheets ?? false) };
  return {
    ExportNotesPages: flag(options.exportNotes ?? false),
    ExportOnlyNotesPages: flag(options.exportOnlyNotesPages ?? false),
    ExportHiddenSlides: flag(options.exportHiddenSlides ?? false),
    UseTransitionEffects: flag(options.useTransitionEffects),
  };
}

const viewProperties = ({ initialView, pageLayout, ...options }: OfficeOptions): Properties => ({
  InitialView: number(initialView && initialViews[initialView]),
  InitialPage: number(options.initialPage),
  ...magnificationProperties(options),
  PageLayout: number(pageLayout && pageLayouts[pageLayout]),
  OpenBookmarkLevels: number(options.openBookmarkLevels),
  DisplayPDFDocumentTitle: flag(options.displayDocumentTitle),
  ResizeWindowToInitialPage: flag(options.resizeWindowToInitialPage),
  CenterWindow: flag(options.centerWindow),
  OpenInFullScreenMode: flag(options.openInFullScreenMode),
  HideViewerMenubar: flag(options.hideViewerMenubar),
  HideViewerToolbar: flag(options.hideViewerToolbar),
  HideViewerWindowControls: flag(options.hideViewerWindowControls),
});

const magnificationProperties = ({ magnification }: Pick<OfficeOptions, 'magnification'>): Properties =>
  typeof magnification === 'number'
    ? { Magnification: number(magnifiedByZoom), Zoom: number(magnification) }
    : { Magnification: number(magnification && magnifications[magnification]) };

const watermarkProperties = (options: OfficeOptions): Properties => ({
  Watermark: text(options.nativeWatermarkText),
  WatermarkColor: number(colorOf(options.nativeWatermarkColor)),
  WatermarkFontHeight: number(options.nativeWatermarkFontHeight),
  WatermarkRotateAngle: number(tenths(options.nativeWatermarkRotateAngle)),
  WatermarkFontName: text(options.nativeWatermarkFontName),
  TiledWatermark: text(options.nativeTiledWatermarkText),
});

/** The number of a color `#rrggbb`. */
const colorOf = (color: string | undefined): number | undefined =>
  color === undefined ? undefined : parseInt(color.slice(1), 16);

/** LibreOffice's unit of angles is a tenth of a degree. */
const tenths = (degrees: number | undefined): number | undefined =>
  degrees === undefined ? undefined : degrees * 10;

const text = (value: string | undefined): Property | undefined => property('string', value);
const flag = (value: boolean | undefined): Property | undefined => property('boolean', value);
const number = (value: number | undefined): Property | undefined => property('long', value);

const property = (
  type: Property['type'],
  value: string | number | boolean | undefined,
): Property | undefined => (value === undefined ? undefined : { type, value: String(value) });
