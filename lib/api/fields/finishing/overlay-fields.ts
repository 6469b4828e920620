import * as z from 'zod';
import { limits } from '../../../base/limits.ts';
import type { FileField } from '../../contract.ts';
import { documented } from '../documented.ts';
import { checked, jsonText } from '../json-field.ts';
import { type OverlayInput, type OverlayOptions, overlaySchema } from './overlay-options.ts';

/** `overlays`: the pictures and PDFs of stamps and watermarks. */
export const overlaysFile = {
  description: `Up to ${limits.overlays} PNG, JPEG, WebP, SVG or PDF files that \`stamp\` and \`watermark\` refer to by name. Each is a file part with a file name, an upload id, a file id or an https URL. Images can have at most ${limits.picturePixels / 1_000_000} million pixels in total and must not be animated.`,
  contentTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'application/pdf'],
  many: { min: 0, max: limits.overlays },
} as const satisfies FileField;

/** The field's type. `json` has no value: it gives typed clients the type of the field. */
type OverlayField = z.ZodPipe<
  z.ZodOptional<z.ZodString>,
  z.ZodTransform<OverlayOptions[] | undefined, string | undefined>
> & { readonly json?: OverlayInput | readonly OverlayInput[] };

/** Described once, because many operations accept overlays. */
const overlayReference = { $ref: '#/components/schemas/Overlay' };

const rules = {
  entries: limits.overlays,
  example: [{ text: 'Confidential', position: 'top-right', fontSize: 12, color: '#cc0000' }],
};

function overlayField(opacity: number, description: string): OverlayField {
  const one = overlaySchema(opacity);
  const list = z.array(one, 'must be an object or an array of objects');
  return documented(
    jsonText(rules, (value, context): OverlayOptions[] =>
      Array.isArray(value) ? checked(list, value, context) : [checked(one, value, context)],
    ),
    description,
    {
      maxLength: limits.textField,
      contentMediaType: 'application/json',
      contentSchema: {
        oneOf: [overlayReference, { type: 'array', items: overlayReference, maxItems: rules.entries }],
      },
      examples: [JSON.stringify(rules.example)],
    },
  );
}

const shared =
  'a JSON object or an array of objects with `text` or `file`, and optionally `pages`, `position`, `offset`, `rotation`, `opacity` and `tile`. ' +
  'Text has `fontSize` and `color`, a file has `page` and `scale`. Default: none.';

/** `stamp`: what is drawn above the content of pages. */
export const stampField = overlayField(1, `Overlays above the page content: ${shared}`);

/** `watermark`: what is drawn beneath the content of pages. */
export const watermarkField = overlayField(
  0.3,
  `Overlays beneath the page content, whose background can hide them: ${shared}`,
);
