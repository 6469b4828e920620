import type * as z from 'zod';
import { taggedLevels } from '../finishing/conformance-fields.ts';
import { finishingFields, finishingFiles } from '../finishing/finishing-fields.ts';
import { onlyWith, sent, without } from '../schema-rules.ts';
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

/** The same rules in JSON Schema, for the description. */
export const renderRules = {
  if: onlyWith('format', 'pdf'),
  then: without(...Object.keys(imageFields)),
  else: {
    ...without(...Object.keys(onlyPdfs), ...Object.keys(finishingFiles)),
    allOf: [
      { if: onlyWith('format', 'png'), then: without('quality') },
      { if: onlyWith('format', 'jpeg'), then: onlyWith('omitBackground', false) },
    ],
  },
  allOf: [
    {
      if: sent('tagged', false),
      then: {
        allOf: [
          onlyWith('outline', false),
          onlyWith('pdfua', false),
          { properties: { pdfa: { not: { enum: taggedLevels } } } },
        ],
      },
    },
  ],
  dependentRequired: { paperWidth: ['paperHeight'], paperHeight: ['paperWidth'] },
  dependentSchemas: {
    pageSize: without('paperWidth', 'paperHeight'),
    selector: without('fullPage', 'clip'),
    clip: without('fullPage'),
  },
} as const;
