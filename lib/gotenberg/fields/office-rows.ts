import { GoValueError, parseInteger } from '../form/go-values.ts';
import { bool, type FieldRow, integer, numbered, option, row, text } from './row.ts';

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

/** The options of LibreOffice. */
export const officeRows: readonly FieldRow[] = [
  option('password', text, 'Password of the documents.', 'secret'),
  option('landscape', bool, 'Whether pages are in landscape orientation.', 'true'),
  row('nativePageRanges', text, 'Pages of the PDF.', '1-3,5', { option: 'pageRanges' }),
  row('updateIndexes', bool, 'Has no effect: indexes keep their content.', 'true'),
  option('exportFormFields', bool, 'Whether form fields can be filled in.', 'true'),
  option('allowDuplicateFieldNames', bool, 'Whether form fields can share a name.', 'true'),
  option('exportBookmarks', bool, 'Whether headings become bookmarks.', 'true'),
  option('exportBookmarksToPdfDestination', bool, 'Whether bookmarks become named destinations.', 'true'),
  option('exportPlaceholders', bool, 'Whether the PDF shows the prompts of placeholders.', 'true'),
  row('exportNotes', bool, 'Has no effect on text documents; see `exportNotesInMargin`.', 'true'),
  row('exportNotesPages', bool, 'Whether pages with notes follow the slides.', 'true', {
    option: 'exportNotes',
  }),
  option('exportOnlyNotesPages', bool, 'Whether the PDF has the pages with notes only.', 'true'),
  option('exportNotesInMargin', bool, 'Whether comments are in the margin.', 'true'),
  option(
    'convertOooTargetToPdfTarget',
    bool,
    'Whether links to OpenDocument files become links to PDFs.',
    'true',
  ),
  row('exportLinksRelativeFsys', bool, 'Has no effect.', 'true'),
  option('exportHiddenSlides', bool, 'Whether the PDF has hidden slides.', 'true'),
  option(
    'skipEmptyPages',
    bool,
    'Whether the PDF omits pages that are added automatically.',
    'true',
    'false',
  ),
  option('addOriginalDocumentAsStream', bool, 'Whether the document is attached to its PDF.', 'true'),
  option('singlePageSheets', bool, 'Whether each sheet becomes one page.', 'true'),
  option(
    'initialView',
    numbered(['default', 'bookmarks', 'thumbnails']),
    'Panel of the viewer, 0 to 2.',
    '1',
  ),
  option('initialPage', integer(1), 'Page that a viewer shows first.', '2'),
  option(
    'magnification',
    numbered(['default', 'fit-page', 'fit-width', 'fit-visible', undefined]),
    'Size of the pages, 0 to 4.',
    '2',
  ),
  row('zoom', integer(1), 'Percentage for the magnification 4.', '120'),
  option(
    'pageLayout',
    numbered(['default', 'single-page', 'one-column', 'two-columns']),
    'Arrangement of the pages, 0 to 3.',
    '1',
  ),
  option('firstPageOnLeft', bool, 'Whether the first page is on the left.', 'true'),
  option('resizeWindowToInitialPage', bool, "Whether a viewer's window has the size of the page.", 'true'),
  option('centerWindow', bool, "Whether a viewer's window is centered.", 'true'),
  option('openInFullScreenMode', bool, 'Whether a viewer opens in full-screen mode.', 'true'),
  row('displayPDFDocumentTitle', bool, 'Whether a viewer shows the title.', 'false', {
    option: 'displayDocumentTitle',
  }),
  option('hideViewerMenubar', bool, 'Whether a viewer hides its menu bar.', 'true'),
  option('hideViewerToolbar', bool, 'Whether a viewer hides its toolbars.', 'true'),
  option('hideViewerWindowControls', bool, 'Whether a viewer hides its controls.', 'true'),
  option('useTransitionEffects', bool, 'Whether transitions between slides are kept.', 'false', 'true'),
  option('openBookmarkLevels', bookmarkLevels, 'Levels of bookmarks that a viewer expands; -1 for all.', '2'),
  option('losslessImageCompression', bool, 'Whether images are compressed without loss.', 'true'),
  option('quality', integer(1, 100), 'Quality of JPEG.', '80'),
  option('reduceImageResolution', bool, 'Whether the resolution of images is reduced.', 'true', 'false'),
  option('maxImageResolution', resolution, 'Resolution to which images are reduced.', '150'),
  option('nativeWatermarkText', text, 'Text that LibreOffice adds to each page.', 'DRAFT'),
  option('nativeWatermarkColor', color, 'Its color as a number.', '8388223'),
  option('nativeWatermarkFontHeight', height, 'Its font size in points.', '72'),
  option('nativeWatermarkRotateAngle', angle, 'Its angle in degrees.', '45'),
  option('nativeWatermarkFontName', text, 'Its font.', 'Liberation Sans'),
  option('nativeTiledWatermarkText', text, 'Text that LibreOffice repeats over each page.', 'DRAFT'),
];
