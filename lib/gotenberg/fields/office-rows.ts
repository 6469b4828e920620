import { GoValueError, parseInteger } from '../form/go-values.ts';
import { bool, type FieldRow, integer, numbered, row, text } from './row.ts';

const resolutions = [75, 150, 300, 600, 1200];

const resolution = (value: string): string => {
  const dpi = parseInteger(value);
  if (resolutions.includes(dpi)) return String(dpi);
  throw new GoValueError('value is not 75, 150, 300, 600 or 1200');
};

const bookmarkLevels = (value: string): string | undefined => {
  const levels = parseInteger(value);
  if (levels === -1) return undefined;
  if (levels >= 1 && levels <= 10) return String(levels);
  throw new GoValueError('value is not -1 or between 1 and 10');
};

const color = (value: string): string =>
  `#${(parseInteger(value) & 0xff_ff_ff).toString(16).padStart(6, '0')}`;

const angle = (value: string): string => String(((parseInteger(value) % 360) + 360) % 360);

const height = (value: string): string | undefined => {
  const points = parseInteger(value);
  if (points < 0) throw new GoValueError('value is inferior to 0');
  return points === 0 ? undefined : String(points);
};

const same = (name: string, about: string): FieldRow => row(name, bool, about, 'true', { option: name });

/** The options of LibreOffice. */
export const officeRows: readonly FieldRow[] = [
  row('password', text, 'Password of the documents.', 'secret', { option: 'password' }),
  same('landscape', 'Whether sheets are in landscape orientation.'),
  row('nativePageRanges', text, 'Pages of the PDF.', '1-3,5', { option: 'pageRanges' }),
  row('updateIndexes', bool, 'Has no effect: indexes keep their content.', 'true'),
  same('exportFormFields', 'Whether form fields can be filled in.'),
  same('allowDuplicateFieldNames', 'Whether form fields with the same name keep it.'),
  same('exportBookmarks', 'Whether headings become bookmarks.'),
  same('exportBookmarksToPdfDestination', 'Whether bookmarks become named destinations.'),
  same('exportPlaceholders', 'Whether the PDF shows the prompts of placeholders.'),
  row('exportNotes', bool, 'Has no effect on text documents; see `exportNotesInMargin`.', 'true'),
  row('exportNotesPages', bool, 'Whether pages with notes follow the slides.', 'true', {
    option: 'exportNotes',
  }),
  same('exportOnlyNotesPages', 'Whether the PDF has the pages with notes only.'),
  row('exportNotesInMargin', bool, 'Whether comments are in the margin.', 'true', {
    option: 'exportNotesInMargin',
  }),
  same('convertOooTargetToPdfTarget', 'Whether links to OpenDocument files become links to PDFs.'),
  row('exportLinksRelativeFsys', bool, 'Has no effect.', 'true'),
  same('exportHiddenSlides', 'Whether the PDF has hidden slides.'),
  row('skipEmptyPages', bool, 'Whether the PDF omits pages that are added automatically.', 'true', {
    option: 'skipEmptyPages',
    byDefault: 'false',
  }),
  row('addOriginalDocumentAsStream', bool, 'Whether the document is attached to its PDF.', 'true', {
    option: 'addOriginalDocumentAsStream',
  }),
  same('singlePageSheets', 'Whether each sheet becomes one page.'),
  row('initialView', numbered(['default', 'bookmarks', 'thumbnails']), 'Panel of the viewer, 0 to 2.', '1', {
    option: 'initialView',
  }),
  row('initialPage', integer(1), 'Page that a viewer shows first.', '2', { option: 'initialPage' }),
  row(
    'magnification',
    numbered(['default', 'fit-page', 'fit-width', 'fit-visible', undefined]),
    'Size of the pages, 0 to 4.',
    '2',
    {
      option: 'magnification',
    },
  ),
  row('zoom', integer(1), 'Percentage for the magnification 4.', '120'),
  row(
    'pageLayout',
    numbered(['default', 'single-page', 'one-column', 'two-columns']),
    'Arrangement of the pages, 0 to 3.',
    '1',
    {
      option: 'pageLayout',
    },
  ),
  same('firstPageOnLeft', 'Whether the first page is on the left.'),
  same('resizeWindowToInitialPage', "Whether a viewer's window has the size of the page."),
  same('centerWindow', "Whether a viewer's window is centered."),
  same('openInFullScreenMode', 'Whether a viewer opens in full-screen mode.'),
  row('displayPDFDocumentTitle', bool, 'Whether a viewer shows the title.', 'false', {
    option: 'displayDocumentTitle',
  }),
  same('hideViewerMenubar', 'Whether a viewer hides its menu bar.'),
  same('hideViewerToolbar', 'Whether a viewer hides its toolbars.'),
  same('hideViewerWindowControls', 'Whether a viewer hides its controls.'),
  row('useTransitionEffects', bool, 'Whether transitions between slides are kept.', 'false', {
    option: 'useTransitionEffects',
    byDefault: 'true',
  }),
  row('openBookmarkLevels', bookmarkLevels, 'Levels of bookmarks that a viewer expands; -1 for all.', '2', {
    option: 'openBookmarkLevels',
  }),
  same('losslessImageCompression', 'Whether images are compressed without loss.'),
  row('quality', integer(1, 100), 'Quality of JPEG.', '80', { option: 'quality' }),
  row('reduceImageResolution', bool, 'Whether the resolution of images is reduced.', 'true', {
    option: 'reduceImageResolution',
    byDefault: 'false',
  }),
  row('maxImageResolution', resolution, 'Resolution to which images are reduced.', '150', {
    option: 'maxImageResolution',
  }),
  row('nativeWatermarkText', text, 'Text that LibreOffice draws on each page.', 'DRAFT', {
    option: 'nativeWatermarkText',
  }),
  row('nativeWatermarkColor', color, 'Its color as a number.', '8388223', { option: 'nativeWatermarkColor' }),
  row('nativeWatermarkFontHeight', height, 'Its font size in points.', '72', {
    option: 'nativeWatermarkFontHeight',
  }),
  row('nativeWatermarkRotateAngle', angle, 'Its angle in degrees.', '45', {
    option: 'nativeWatermarkRotateAngle',
  }),
  row('nativeWatermarkFontName', text, 'Its font.', 'Liberation Sans', { option: 'nativeWatermarkFontName' }),
  row('nativeTiledWatermarkText', text, 'Text that LibreOffice repeats over each page.', 'DRAFT', {
    option: 'nativeTiledWatermarkText',
  }),
];
