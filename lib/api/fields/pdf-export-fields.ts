import * as z from 'zod';
import { documented } from './documented.ts';
import { booleanField, choiceField, integerField } from './fields.ts';

const magnifications = ['default', 'fit-page', 'fit-width', 'fit-visible'] as const;

/** The percentages that LibreOffice accepts: 50 to 1600. */
const percentage = /^(?:[5-9][0-9]|[1-9][0-9]{2}|1[0-5][0-9]{2}|1600)$/;

const magnificationHint = `${magnifications.join(', ')}, or a percentage from 50 to 1600`;

/** A percentage, or what the pages fit into. */
export type Magnification = (typeof magnifications)[number] | number;

function magnificationOf(text: string): Magnification | undefined {
  const named = magnifications.find((name) => name === text);
  if (named !== undefined) return named;
  return percentage.test(text) ? Number(text) : undefined;
}

const longestWatermark = 200;

const watermarkText = (description: string) =>
  documented(
    z
      .string()
      .min(1, 'must not be empty')
      .max(longestWatermark, `must have at most ${longestWatermark} characters`)
      .optional(),
    description,
    { minLength: 1, maxLength: longestWatermark, examples: ['DRAFT'] },
  );

/** How a viewer opens the PDF (ISO 32000-1, 7.7.2 and 12.2). */
const viewFields = {
  initialView: choiceField(
    ['default', 'bookmarks', 'thumbnails'],
    'default',
    'The panel that a viewer shows beside the pages. `default` leaves the choice to the viewer.',
    'bookmarks',
  ),
  initialPage: integerField(
    1,
    100_000,
    1,
    'The page that a viewer shows first. Has no effect if the PDF has fewer pages.',
    3,
  ),
  magnification: documented(
    z
      .string()
      .optional()
      .transform((text, context): Magnification => {
        const value = magnificationOf(text ?? 'default');
        if (value !== undefined) return value;
        context.addIssue({ code: 'custom', message: `must be ${magnificationHint}` });
        return z.NEVER;
      })
      .pipe(z.union([z.enum(magnifications), z.int()])),
    `How large a viewer shows the pages: ${magnificationHint}.`,
    {
      pattern: `^(?:${magnifications.join('|')})$|${percentage.source}`,
      default: 'default',
      examples: ['fit-width'],
    },
  ),
  pageLayout: choiceField(
    ['default', 'single-page', 'one-column', 'two-columns'],
    'default',
    'How a viewer arranges the pages. With `two-columns`, the first page is on the right unless `firstPageOnLeft` is true.',
    'one-column',
  ),
  firstPageOnLeft: booleanField(
    false,
    'Whether the first page is on the left. Has no effect unless `pageLayout` is `two-columns`.',
  ),
  openBookmarkLevels: integerField(
    1,
    10,
    undefined,
    'Levels of bookmarks that a viewer expands. Default: all levels.',
    1,
  ),
  displayDocumentTitle: booleanField(
    true,
    "Whether a viewer's title bar shows the title of the document, if it has one, instead of the file name.",
  ),
  resizeWindowToInitialPage: booleanField(
    false,
    "Whether a viewer's window has the size of the initial page.",
  ),
  centerWindow: booleanField(false, "Whether a viewer's window is centered on the screen."),
  openInFullScreenMode: booleanField(false, 'Whether a viewer opens the PDF in full-screen mode.'),
  hideViewerMenubar: booleanField(false, 'Whether a viewer hides its menu bar.'),
  hideViewerToolbar: booleanField(false, 'Whether a viewer hides its toolbars.'),
  hideViewerWindowControls: booleanField(
    false,
    'Whether a viewer hides scroll bars and navigation controls.',
  ),
};

/** Images of the document in the PDF. `quality` is a field of its own. */
const imageFields = {
  losslessImageCompression: booleanField(
    false,
    'Whether images are compressed without loss. JPEG images that are not reduced keep their bytes either way.',
  ),
  reduceImageResolution: booleanField(
    true,
    'Whether images with a higher resolution than `maxImageResolution` are reduced to it.',
  ),
  maxImageResolution: integerField(10, 2400, 300, 'The resolution to which images are reduced, in dpi.', 150),
};

const linkFields = {
  exportBookmarksToPdfDestination: booleanField(
    false,
    'Whether bookmarks of the document become named destinations, which links from other documents can address.',
  ),
  convertOooTargetToPdfTarget: booleanField(
    false,
    'Whether links to OpenDocument files become links to PDFs with the same name: `report.odt` becomes `report.pdf`.',
  ),
  allowDuplicateFieldNames: booleanField(
    false,
    'Whether form fields can share a name. Otherwise, all but the first are renamed.',
  ),
};

/** A text that LibreOffice draws on each page. */
const nativeWatermarkFields = {
  nativeWatermarkText: watermarkText('Text across each page, translucent, above its content. Default: none.'),
  nativeWatermarkColor: documented(
    z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a color of the form #rrggbb')
      .optional(),
    'Color of `nativeWatermarkText`. Default: light green.',
    { pattern: '^#[0-9A-Fa-f]{6}$', examples: ['#c00000'] },
  ),
  nativeWatermarkFontHeight: integerField(
    1,
    1000,
    undefined,
    'Font size of `nativeWatermarkText` in points. Default: the size with which the text fills the page.',
    72,
  ),
  nativeWatermarkRotateAngle: integerField(
    0,
    359,
    undefined,
    'Angle of `nativeWatermarkText` in degrees, counterclockwise. Default: along the longer side of the page.',
    45,
  ),
  nativeWatermarkFontName: documented(
    z.string().max(100, 'must have at most 100 characters').optional(),
    'Font of `nativeWatermarkText`. Default: a sans-serif font.',
    { maxLength: 100, examples: ['Liberation Serif'] },
  ),
  nativeTiledWatermarkText: watermarkText(
    'Text that is repeated over each page, gray and diagonal. Has no effect with `nativeWatermarkText`. Default: none.',
  ),
};

/** The options of LibreOffice's PDF export for every kind of document. */
export const pdfExportFields = { ...viewFields, ...imageFields, ...linkFields, ...nativeWatermarkFields };
