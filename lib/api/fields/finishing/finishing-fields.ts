import type { FileField } from '../../contract.ts';
import { metadataField } from '../metadata-field.ts';
import { attachmentsFile, attachmentsMetadataField } from './attachments-field.ts';
import { bookmarksField } from './bookmarks-field.ts';
import { linearizeField } from './linearize-field.ts';
import { compressField } from './compress-field.ts';
import { pdfaField, pdfuaField, undescribedFiguresField } from './conformance-fields.ts';
import { facturXDocumentTypeField, facturXFile, facturXProfileField } from './factur-x-fields.ts';
import type { FinishingFileName } from './file-names.ts';
import { flattenField } from './flatten-field.ts';
import { formField } from './form-field.ts';
import { overlaysFile, stampField, watermarkField } from './overlay-fields.ts';
import { protectField } from './protect-field.ts';
import { rotateField } from './rotate-field.ts';

/**
 * The finishing options: what can be done to every PDF that the service makes, in the order in which it is done. The
 * order of the fields in a request does not matter.
 */
export const finishingFields = {
  rotate: rotateField,
  form: formField,
  flatten: flattenField,
  watermark: watermarkField,
  stamp: stampField,
  bookmarks: bookmarksField,
  metadata: metadataField,
  attachmentsMetadata: attachmentsMetadataField,
  facturXProfile: facturXProfileField,
  facturXDocumentType: facturXDocumentTypeField,
  compress: compressField,
  pdfa: pdfaField,
  pdfua: pdfuaField,
  undescribedFigures: undescribedFiguresField,
  protect: protectField,
  linearize: linearizeField,
};

/** The file fields of the finishing options. */
export const finishingFiles = {
  overlays: overlaysFile,
  attachments: attachmentsFile,
  facturX: facturXFile,
} satisfies Record<FinishingFileName, FileField>;

const { bookmarks: _, facturXProfile: _p, facturXDocumentType: _t, ...partFields } = finishingFields;
const { facturX: _f, ...partFiles } = finishingFiles;

/** The finishing options of a split, which each part gets: those that are not about one document as a whole. */
export { partFields, partFiles };
