import { shortened } from './shortened.ts';

/** The meaning of each warning code. `http-<status>` stands for every status of 400 or above. */
export const warningMeanings = {
  // Rendering
  blocked:
    'The page requested an address or scheme that is not allowed, or an email refers to remote resources, which are never loaded.',
  failed: 'A resource could not be loaded, or is an image that cannot be shown.',
  'http-<status>': 'A server responded with this status; `http-404` also for a missing asset.',
  'unused-asset': 'The page did not request the asset.',
  slow: 'An image or font had not loaded when the page was rendered.',
  dialog: 'The page opened a dialog, which was dismissed.',
  'pages-dropped':
    'The page has forced page breaks. The result contains only the content before the first one. Only for `singlePage` on Gotenberg routes.',
  // Rendering and office documents
  'font-substituted':
    'Text is shown in another font. `font` names the one that was requested, `by` its substitute.',
  'glyphs-missing': 'No available font contains the `characters`; boxes or gaps are shown in their place.',
  // PDF inputs
  damaged: 'The input is damaged. The message lists what was repaired and what is lost.',
  'signature-broken': 'A digital signature of the input is not valid for the result.',
  'xfa-dropped': 'An XFA form was removed; its fields are kept as an AcroForm.',
  'fields-renamed': 'Form fields were renamed because an earlier input has fields of the same names.',
  'comments-dropped': 'Annotations became page content, and the text of their comments was removed.',
  'attachments-dropped': 'Attached files that belong to no page of the result were removed.',
  'conformance-dropped':
    'The input declares conformance to a standard such as PDF/A, and the result does not. `conformance` names it.',
  'conformance-changed':
    'The requested conformance required a change that a reader can notice, such as another font or a removed action.',
  'figures-hidden':
    'Figures without a description are hidden from assistive technology, because the request declares that they are decoration.',
  'language-detected':
    'The document states no language. The result states `language`, which was detected from its text.',
  'link-removed': 'Links or bookmarks lead to pages that are not in the result.',
  'script-removed': 'Scripts or other actions that belong to the input as a whole were removed.',
  'portfolio-dropped': 'The input is a portfolio. Its files are attached; their presentation is lost.',
  'script-not-run':
    'Scripts that calculate, format or check the values of form fields were not run. The message names the fields.',
  'value-clipped':
    'Values are longer than their form fields, which show a part of them. The message names them.',
  'size-exceeded': 'The part of a split is larger than `maxBytes`, because its only page is.',
  'characters-unknown':
    'The document does not specify the text of some characters; U+FFFD (the replacement character) stands for each.',
  // Pictures
  'animation-dropped': 'The input is an animation. The PDF shows only its first frame.',
  // PDF results
  compressed: 'The PDF is smaller than without `compress`. `saved` has the bytes by category.',
  // Deliveries
  'not-delivered':
    'The result could not be sent to the URL in `deliverTo`. `host` names its host. The result is stored.',
  more: 'Further warnings were omitted.',
} as const satisfies Readonly<Record<string, string>>;

/** Every warning code of this version of the service. Clients must expect others. */
export type WarningCode = Exclude<keyof typeof warningMeanings, 'http-<status>'> | `http-${number}`;

/** A response header with the codes of warnings, each once. Responses without warnings do not have it. */
export function warningsHeader(warnings: readonly { code: string }[]): Record<string, string> {
  const codes = new Set(warnings.map(({ code }) => code));
  return codes.size === 0 ? {} : { 'x-warnings': [...codes].join(', ') };
}

/** Limits with which the warnings of a file fit in a DynamoDB item, in entries and characters. */
export const warningLimits = { count: 100, message: 500, url: 2000 } as const;

/** Returns `warnings` cut to the limits. The last one counts the omitted warnings. */
export function boundedWarnings<T extends { code: string; message: string }>(
  warnings: readonly T[],
  most: number = warningLimits.count - 1,
): (T | { code: 'more'; message: string })[] {
  const more = warnings.length - most;
  return [
    ...warnings
      .slice(0, most)
      .map((one) => ({ ...one, message: shortened(one.message, warningLimits.message) })),
    ...(more > 0 ? [{ code: 'more' as const, message: `${more} more warnings were omitted.` }] : []),
  ];
}
