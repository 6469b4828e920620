import * as z from 'zod';
import type { finishingFields } from '../fields/finishing/finishing-fields.ts';
import { pdfaLevels, undescribedFigures } from '../fields/finishing/conformance-fields.ts';
import type { OverlayOptions } from '../fields/finishing/overlay-options.ts';
import { facturXDocumentTypes, facturXProfiles } from '../fields/finishing/factur-x.ts';
import { flattenScopes } from '../fields/finishing/flatten-field.ts';
import { overlayPositions } from '../fields/finishing/overlay-positions.ts';
import { permissions } from '../fields/finishing/permissions.ts';
import { relationships } from '../fields/finishing/relationships.ts';
import { type OverlayFits, overlayFits } from './overlay-fit.ts';
import { pageRange } from './page-range.ts';
import { type PageSelections, pageSelections } from './page-selections.ts';
import type { FieldValues, Optional } from './values.ts';

/** The finishing options of a conversion. All are optional. */
export type FinishingOptions = Optional<FieldValues<typeof finishingFields>> & {
  /** Whether any file can be the invoice in `facturX`, as for clients of Gotenberg. No field sets it. Default: no. */
  anyInvoice?: boolean | undefined;
  /** How overlays are fitted to pages, for clients of Gotenberg. No field sets it. Default: as their own options say. */
  overlayFits?: OverlayFits | undefined;
  /** The version of the data model of the invoice, for clients of Gotenberg. No field sets it. Default: `1.0`. */
  facturXVersion?: string | undefined;
  /** Pages of rotations and overlays, as clients of Gotenberg select them. No field sets it. */
  selections?: PageSelections | undefined;
};

const overlay = z.object({
  text: z.string().optional(),
  file: z.string().optional(),
  page: z.int(),
  pages: z.array(pageRange).optional(),
  position: z.enum(overlayPositions),
  offset: z.tuple([z.number(), z.number()]),
  rotation: z.number(),
  opacity: z.number(),
  fontSize: z.number(),
  color: z.string(),
  scale: z.number(),
  tile: z.boolean(),
}) satisfies z.ZodType<OverlayOptions>;

/** The finishing options in a job. */
export const finishingOptions = z.object({
  rotate: z
    .array(z.object({ pages: z.array(pageRange).optional(), angle: z.literal([90, 180, 270]) }))
    .optional(),
  flatten: z.enum(flattenScopes).optional(),
  form: z
    .array(
      z.object({
        name: z.string(),
        value: z.union([z.string(), z.boolean(), z.array(z.string()), z.null()]),
      }),
    )
    .optional(),
  watermark: z.array(overlay).optional(),
  stamp: z.array(overlay).optional(),
  overlayFits: overlayFits.optional(),
  bookmarks: z.array(z.object({ title: z.string(), page: z.int(), parent: z.int() })).optional(),
  metadata: z.record(z.string(), z.string().nullable()).optional(),
  attachmentsMetadata: z
    .record(
      z.string(),
      z.object({
        mimeType: z.string().optional(),
        relationship: z.enum(relationships).optional(),
        description: z.string().optional(),
      }),
    )
    .optional(),
  facturXProfile: z.enum(facturXProfiles).optional(),
  facturXDocumentType: z.enum(facturXDocumentTypes).optional(),
  anyInvoice: z.boolean().optional(),
  facturXVersion: z.string().optional(),
  selections: pageSelections.optional(),
  compress: z
    .object({
      images: z.object({ dpi: z.int(), quality: z.int(), grayscale: z.boolean() }).optional(),
    })
    .optional(),
  pdfa: z.enum(pdfaLevels).optional(),
  pdfua: z.boolean().optional(),
  undescribedFigures: z.enum(undescribedFigures).optional(),
  protect: z
    .object({
      userPassword: z.string().optional(),
      ownerPassword: z.string().optional(),
      permissions: z.array(z.enum(permissions)).optional(),
    })
    .optional(),
  linearize: z.boolean().optional(),
}) satisfies z.ZodType<FinishingOptions>;

/** The options that contain secrets or personal data. A job forgets them when it ends. */
export const secretOptions = ['protect', 'form'] as const satisfies (keyof FinishingOptions)[];
