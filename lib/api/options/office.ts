import type * as z from 'zod';
import { pdfaField, pdfuaField } from '../fields/finishing/conformance-fields.ts';
import { exportFields } from '../fields/export-fields.ts';
import { officeFields, allFormatFields } from '../fields/office-fields.ts';
import { pdfExportFields } from '../fields/pdf-export-fields.ts';
import type { OfficeJobType } from '../job-states.ts';
import { optionsSchema } from './values.ts';

/** The kinds of documents that LibreOffice converts. */
export type OfficeKind = OfficeJobType extends `${infer Kind}-to-pdf` ? Kind : never;

/** Returns the kind of document that an office job type converts. */
export const kindOfJob = (type: OfficeJobType): OfficeKind => type.slice(0, -'-to-pdf'.length) as OfficeKind;

/**
 * The options of a job that converts an office document. Options of one kind of document are absent for the others, and
 * in records of earlier releases.
 */
export const officeOptions = optionsSchema(officeFields).extend(
  optionsSchema({ ...pdfExportFields, ...allFormatFields, pdfa: pdfaField, pdfua: pdfuaField }).partial()
    .shape,
);
export type OfficeOptions = z.output<typeof officeOptions>;

/** The options of a job that converts an office document to another format than PDF. */
export const exportOptions = optionsSchema(exportFields);
export type ExportOptions = z.output<typeof exportOptions>;
