import * as z from 'zod';
import { permissions } from '../fields/finishing/permissions.ts';

const described = <T extends z.ZodType>(schema: T, description: string, example?: unknown): T =>
  schema.meta({ description, ...(example === undefined ? {} : { examples: [example] }) });

const text = (description: string, example: string) => described(z.string(), description, example);
const optionalText = (description: string, example: string) =>
  described(z.string().nullable(), description, example);
const count = (description: string, example: number) =>
  described(z.int().nonnegative(), description, example);
const flag = (description: string) => described(z.boolean(), description, true);

/** A bookmark of an inspected PDF, with those beneath it. */
export interface InspectedBookmark {
  title: string;
  /** From 1. Null if the bookmark leads to no page of the document. */
  page: number | null;
  children: InspectedBookmark[];
}

const bookmark: z.ZodType<InspectedBookmark> = z
  .object({
    title: text('Title.', 'Introduction'),
    page: described(z.int().positive().nullable(), 'Page that it leads to. Null if it leads to none.', 3),
    get children() {
      return z.array(bookmark);
    },
  })
  .meta({ id: 'Bookmark', description: 'A bookmark with those beneath it.' });

const fieldTypes = ['text', 'checkbox', 'radio', 'button', 'list', 'combo', 'signature', 'unknown'] as const;

/** A report about a PDF. */
export const inspection = z
  .object({
    pageCount: count('Number of pages.', 7),
    pages: described(
      z.array(
        z.object({
          width: described(z.number(), 'Points, as displayed: cropped and rotated.', 595.276),
          height: described(z.number(), 'Points, as displayed.', 841.89),
          rotation: described(z.literal([0, 90, 180, 270]), 'Degrees clockwise.', 90),
          label: optionalText('Page label. Null if the document has none.', 'iv'),
        }),
      ),
      'The first 2,000 pages.',
    ),
    truncated: flag(
      'Whether a list has more than 2,000 entries, a text more than 1,000 characters, or all texts together more than 1,000,000. The rest is left out.',
    ),
    version: text('PDF version.', '1.7'),
    encrypted: flag('Whether the document is encrypted.'),
    permissions: described(
      z.array(z.enum(permissions)),
      'What the document permits to users without its owner password. All permissions if it is not encrypted.',
    ),
    metadata: described(
      z.record(z.string(), z.string()),
      'Document information, with the names of `metadata` in a merge, and the XMP metadata that corresponds to entries it lacks. Dates in ISO 8601.',
      { title: 'Annual report', Producer: 'LibreOffice' },
    ),
    bookmarks: described(z.array(bookmark), 'Bookmarks.'),
    attachments: described(
      z.array(
        z.object({
          name: text('File name.', 'data.csv'),
          size: described(z.int().nonnegative().nullable(), 'Bytes. Null if not stated.', 1024),
          mimeType: optionalText('Media type. Null if not stated.', 'text/csv'),
          relationship: optionalText('Relationship to the document. Null if not stated.', 'Source'),
          description: optionalText('Description. Null if there is none.', 'Figures of page 2'),
        }),
      ),
      'Attached files.',
    ),
    form: described(
      z.array(
        z.object({
          name: text('Full name of the field.', 'person.name'),
          type: described(z.enum(fieldTypes), 'Type of the field.', 'text'),
          value: described(
            z.union([z.string(), z.array(z.string())]).nullable(),
            'Value. An array for several selected options, null without a value.',
            'Ada',
          ),
          options: described(
            z.array(z.string()),
            'Values that a choice, a check box or a group of radio buttons can take.',
          ),
          labels: described(
            z.array(z.string()),
            'What is displayed for each of `options`, in the same order. `form` accepts these texts too.',
          ),
          maxLength: described(
            z.int().positive().nullable(),
            'Maximum number of characters of a text field. Null without a limit.',
            40,
          ),
          multiline: flag('Whether a text field has several lines.'),
          multiSelect: flag('Whether several options of a list can be selected.'),
          editable: flag('Whether a combo box also takes text that is not an option.'),
          readOnly: flag('Whether the field is read-only in viewers. `form` can still set its value.'),
          required: flag('Whether the field must have a value when the form is submitted.'),
          pages: described(z.array(z.int().positive()), 'Pages that show the field, counted from 1.', [1]),
        }),
      ),
      'Form fields.',
    ),
    fonts: described(
      z.array(
        z.object({
          name: text('Name, without the subset prefix.', 'Carlito'),
          type: text('Type of the font.', 'CIDFontType2'),
          embedded: flag('Whether the document contains the font.'),
          subset: flag('Whether the document contains only some characters of the font.'),
        }),
      ),
      'Fonts of the pages, form fields and annotations.',
    ),
    images: described(
      z.object({
        count: count('Number of different images.', 3),
        bytes: count('Their size in the file.', 204_800),
      }),
      'Images of the pages and annotations.',
    ),
    signatures: described(
      z.array(
        z.object({
          field: text('Full name of the signature field.', 'approval'),
          subfilter: optionalText('Format of the signature.', 'ETSI.CAdES.detached'),
          coveredRange: described(
            z.array(z.int().nonnegative()),
            'The signed bytes: pairs of offset and length.',
            [0, 840, 9032, 1200],
          ),
        }),
      ),
      'Signatures. They are not verified.',
    ),
    conformance: described(
      z.array(z.string()),
      'Standards that the document claims to conform to. The claims are not checked.',
      ['PDF/A-2b'],
    ),
    linearized: flag('Whether the file is linearized for fast web view.'),
    tagged: flag('Whether the document is tagged for accessibility.'),
    damage: described(
      z.array(z.string()),
      'Damage that was repaired to read the file. Empty for an intact file.',
      ['its cross-reference table was wrong and was rebuilt'],
    ),
  })
  .meta({ id: 'Inspection', description: 'A report about a PDF.' });

export type Inspection = z.output<typeof inspection>;

export const inspectionExample: Inspection = {
  pageCount: 2,
  pages: [
    { width: 595.276, height: 841.89, rotation: 0, label: 'i' },
    { width: 841.89, height: 595.276, rotation: 90, label: '1' },
  ],
  truncated: false,
  version: '1.7',
  encrypted: false,
  permissions: [...permissions],
  metadata: { title: 'Annual report', CreationDate: '2026-11-21T10:00:00Z' },
  bookmarks: [{ title: 'Introduction', page: 2, children: [] }],
  attachments: [
    {
      name: 'data.csv',
      size: 1024,
      mimeType: 'text/csv',
      relationship: 'Source',
      description: 'Figures of page 2',
    },
  ],
  form: [
    {
      name: 'person.name',
      type: 'text',
      value: 'Ada',
      options: [],
      labels: [],
      maxLength: 40,
      multiline: false,
      multiSelect: false,
      editable: false,
      readOnly: false,
      required: true,
      pages: [1],
    },
  ],
  fonts: [{ name: 'Carlito', type: 'CIDFontType2', embedded: true, subset: true }],
  images: { count: 3, bytes: 204_800 },
  signatures: [],
  conformance: ['PDF/A-2b'],
  linearized: false,
  tagged: true,
  damage: [],
};
