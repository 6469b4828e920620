import type * as z from 'zod';
import { taggedLevels } from '../finishing/conformance-fields.ts';
import { finishingFields, finishingFiles } from '../finishing/finishing-fields.ts';
import { imageFields, pdfFields, type RenderFields } from './fields.ts';

/** The fields that apply to PDFs only. */
const onlyPdfs = { ...pdfFields, ...finishingFields };

type Fault = [field: keyof RenderFields, message: string];

/** Checks rules between fields: options of another format, and options that exclude each other. */
export function checkRenderFields(fields: RenderFields, context: z.core.$RefinementCtx): void {
  for (const [field, message] of [
    ...foreignOptions(fields),
    ...paperFaults(fields),
    ...tagFaults(fields),
    ...imageFaults(fields),
  ]) {
    context.addIssue({ code: 'custom', path: [field], message });
  }
}

function foreignOptions(fields: RenderFields): Fault[] {
  const foreign: object = fields.format === 'pdf' ? imageFields : onlyPdfs;
  const applies = fields.format === 'pdf' ? 'images' : 'PDFs';
  return (Object.keys(foreign) as (keyof RenderFields)[])
    .filter((field) => fields[field] !== undefined)
    .map((field) => [field, `applies only to ${applies}, and the format is ${fields.format}`]);
}

function paperFaults(fields: RenderFields): Fault[] {
  const { pageSize, paperWidth, paperHeight } = fields;
  const faults: Fault[] = [];
  if (pageSize && paperWidth !== undefined) faults.push(['paperWidth', 'must not be combined with pageSize']);
  if (pageSize && paperHeight !== undefined)
    faults.push(['paperHeight', 'must not be combined with pageSize']);
  if (faults.length === 0 && (paperWidth === undefined) !== (paperHeight === undefined)) {
    const [missing, given] =
      paperWidth === undefined
        ? (['paperWidth', 'paperHeight'] as const)
        : (['paperHeight', 'paperWidth'] as const);
    faults.push([missing, `is required with ${given}`]);
  }
  return faults;
}

function tagFaults({ tagged, outline, pdfa, pdfua }: RenderFields): Fault[] {
  if (tagged !== false) return [];
  const faults: Fault[] = [];
  if (outline === true) {
    faults.push(['outline', 'needs tags, from which Chromium makes the bookmarks: omit tagged']);
  }
  if (pdfua) faults.push(['tagged', 'must not be false with pdfua']);
  else if (pdfa && taggedLevels.includes(pdfa))
    faults.push(['tagged', `must not be false with pdfa ${pdfa}`]);
  return faults;
}

function imageFaults({ format, quality, omitBackground, selector, clip, fullPage }: RenderFields): Fault[] {
  const faults: Fault[] = [];
  if (format === 'png' && quality !== undefined)
    faults.push(['quality', 'applies only to jpeg and webp, and the format is png']);
  if (format === 'jpeg' && omitBackground)
    faults.push(['omitBackground', 'applies only to png and webp: JPEG has no transparency']);
  if (selector !== undefined && fullPage !== undefined)
    faults.push(['fullPage', 'must not be combined with selector']);
  if (clip !== undefined && fullPage !== undefined)
    faults.push(['fullPage', 'must not be combined with clip']);
  if (clip !== undefined && selector !== undefined)
    faults.push(['selector', 'must not be combined with clip']);
  return faults;
}

const without = (...fields: string[]) => ({
  properties: Object.fromEntries(fields.map((field) => [field, false])),
});

const whereFormatIs = (format: RenderFields['format']) => ({ properties: { format: { const: format } } });

/** The same rules in JSON Schema, for the description. */
export const renderRules = {
  if: whereFormatIs('pdf'),
  then: without(...Object.keys(imageFields)),
  else: {
    ...without(...Object.keys(onlyPdfs), ...Object.keys(finishingFiles)),
    allOf: [
      { if: whereFormatIs('png'), then: without('quality') },
      { if: whereFormatIs('jpeg'), then: { properties: { omitBackground: { const: false } } } },
    ],
  },
  not: {
    properties: { tagged: { const: false } },
    required: ['tagged'],
    anyOf: [
      { properties: { outline: { const: true } }, required: ['outline'] },
      { properties: { pdfua: { const: true } }, required: ['pdfua'] },
      { properties: { pdfa: { enum: taggedLevels } }, required: ['pdfa'] },
    ],
  },
  dependentRequired: { paperWidth: ['paperHeight'], paperHeight: ['paperWidth'] },
  dependentSchemas: {
    pageSize: without('paperWidth', 'paperHeight'),
    selector: without('fullPage', 'clip'),
    clip: without('fullPage'),
  },
} as const;
