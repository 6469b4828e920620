import { onlyWith, sent, type SchemaRules, without } from '../schema-rules.ts';
import { pdfaLevels, taggedLevels } from './conformance-fields.ts';

const pdfuaSent = sent('pdfua', true);

/** Options that a requested conformance excludes, in JSON Schema, for the description. */
export const conformanceRules = {
  dependentSchemas: {
    protect: { properties: { pdfa: false, pdfua: { enum: [false] } } },
    undescribedFigures: pdfuaSent,
  },
} as const satisfies SchemaRules;

/** The same for the options of conversions by LibreOffice. */
export const officeConformanceRules = {
  allOf: [
    { if: sent('pdfa', ...taggedLevels), then: onlyWith('tagged', true) },
    {
      if: pdfuaSent,
      then: { allOf: [onlyWith('tagged', true), onlyWith('displayDocumentTitle', true)] },
    },
  ],
} as const satisfies SchemaRules;

/** A file field without files, which a form cannot express, is as valid as none. */
const invoiceSent = { properties: { facturX: { minItems: 1 } }, required: ['facturX'] };

const invoiceRules = {
  if: invoiceSent,
  then: {
    allOf: [onlyWith('pdfa', ...pdfaLevels.filter((level) => level.startsWith('3'))), without('protect')],
  },
  else: without('facturXProfile', 'facturXDocumentType'),
} as const satisfies SchemaRules;

/** Which finishing options require or exclude each other. */
export const finishingRules: readonly SchemaRules[] = [conformanceRules, invoiceRules];
