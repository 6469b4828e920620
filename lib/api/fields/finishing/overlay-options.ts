import * as z from 'zod';
import { limits } from '../../../base/limits.ts';
import type { PageRange } from '../../../base/page-ranges.ts';
import { pageRangesField } from '../page-ranges-field.ts';
import { unknownMembers } from '../unknown-members.ts';
import { type OverlayPosition, overlayPositions } from './overlay-positions.ts';
import { plainText } from './plain-text.ts';

/** A stamp or a watermark, with its defaults. It has either `text` or `file`. */
export interface OverlayOptions {
  text?: string | undefined;
  /** The file name of a part of `overlays`. */
  file?: string | undefined;
  /** The page of a PDF in `file`, from 1. */
  page: number;
  /** All pages if absent. */
  pages?: PageRange[] | undefined;
  position: OverlayPosition;
  /** Points to the right and up. */
  offset: [right: number, up: number];
  /** Degrees counterclockwise. */
  rotation: number;
  /** From 0, invisible, to 1. */
  opacity: number;
  /** In points. */
  fontSize: number;
  /** `#rrggbb`. */
  color: string;
  /** Width of a picture or PDF, relative to the width of the page. */
  scale: number;
  tile: boolean;
}

/** An overlay as a client sends it. */
export type OverlayInput = TextOverlayInput | FileOverlayInput;

interface TextOverlayInput extends OverlayPlacement {
  text: string;
  fontSize?: number;
  color?: string;
}

/** A picture or a page of a PDF. */
interface FileOverlayInput extends OverlayPlacement {
  file: string;
  page?: number;
  scale?: number;
}

interface OverlayPlacement {
  pages?: string;
  position?: OverlayPosition;
  offset?: readonly [right: number, up: number];
  rotation?: number;
  opacity?: number;
  tile?: boolean;
}

const maxText = 1000;
const maxOffset = 14_400;
const maxFontSize = 1000;
const maxScale = 10;

/** A finite number in a range, for example `must be a number from 0 to 1`. */
function numberFrom(least: number, most: number) {
  const message = `must be a number from ${least} to ${most}`;
  return z.number(message).min(least, message).max(most, message);
}

/** Members that only one kind of overlay has. */
const membersOf = { text: ['fontSize', 'color'], file: ['page', 'scale'] } as const;

/** The members of an overlay as a client sends it. */
export const overlayMembers = z.strictObject(
  {
    text: plainText(maxText)
      .min(1, 'must not be empty')
      .optional()
      .meta({
        description:
          'One line of text. `{page}`, `{pages}`, `{date}` (today in UTC) and `{fileName}` (of the result) are replaced.',
        examples: ['Draft – page {page} of {pages}'],
      }),
    file: z
      .string('must be the file name of a part of overlays')
      .min(1, 'must be the file name of a part of overlays')
      .max(limits.fileNameCharacters, `must have at most ${limits.fileNameCharacters} characters`)
      .optional()
      .meta({ description: 'File name of a part of `overlays`.', examples: ['logo.png'] }),
    page: z
      .int('must be the number of a page, from 1')
      .min(1, 'must be the number of a page, from 1')
      .optional()
      .meta({ description: 'Page of a PDF in `file`, counted from 1. Default: 1.', examples: [1] }),
    pages: pageRangesField('Pages that get the overlay. Default: all pages.').optional(),
    position: z
      .enum(overlayPositions, { error: `must be one of ${overlayPositions.join(', ')}` })
      .optional()
      .meta({
        description: 'Position on the page as displayed. Default: `center`.',
        examples: ['top-right'],
      }),
    offset: z
      .tuple([numberFrom(-maxOffset, maxOffset), numberFrom(-maxOffset, maxOffset)], {
        error: 'must be an array of two numbers',
      })
      .optional()
      .meta({ description: 'Points to the right and up. Default: `[0,0]`.', examples: [[-36, -36]] }),
    rotation: numberFrom(-360, 360)
      .optional()
      .meta({ description: 'Degrees counterclockwise. Default: 0.', examples: [45] }),
    opacity: numberFrom(0, 1)
      .optional()
      .meta({ description: 'Default: 1 for a stamp, 0.3 for a watermark.', examples: [0.5] }),
    fontSize: numberFrom(1, maxFontSize)
      .optional()
      .meta({ description: 'Font size of the text in points. Default: 48.', examples: [24] }),
    color: z
      .string('must be a color such as #cc0000')
      .regex(/^#[0-9A-Fa-f]{6}$/, 'must be a color such as #cc0000')
      .optional()
      .meta({ description: 'Color of the text. Default: `#000000`.', examples: ['#cc0000'] }),
    scale: numberFrom(0.01, maxScale)
      .optional()
      .meta({
        description:
          'Width of the image or PDF, relative to the width of the page as displayed. Default: 0.5.',
        examples: [0.25],
      }),
    tile: z
      .boolean('must be true or false')
      .optional()
      .meta({ description: 'Whether to repeat it over the whole page. Default: false.', examples: [true] }),
  },
  { error: (issue) => unknownMembers.error(issue) ?? 'must be an object with text or file' },
);

/**
 * One overlay. Defaults are filled in.
 *
 * @param defaultOpacity unless the client chooses one
 */
export const overlaySchema = (defaultOpacity: number) =>
  overlayMembers
    .superRefine((members, context) => {
      const kind = members.text === undefined ? 'file' : 'text';
      if ((members.text === undefined) === (members.file === undefined)) {
        context.addIssue({ code: 'custom', message: 'must have either text or file' });
        return;
      }
      const other = kind === 'text' ? 'file' : 'text';
      for (const member of membersOf[other]) {
        if (members[member] === undefined) continue;
        context.addIssue({ code: 'custom', path: [member], message: `must not be combined with ${kind}` });
      }
    })
    .transform(
      ({
        page = 1,
        position = 'center',
        offset = [0, 0],
        rotation = 0,
        opacity = defaultOpacity,
        fontSize = 48,
        color = '#000000',
        scale = 0.5,
        tile = false,
        ...members
      }): OverlayOptions => ({
        ...members,
        ...{ page, position, offset, rotation, opacity, fontSize, color, scale, tile },
      }),
    );
