import { officeRows } from './office-rows.ts';
import { pageRows } from './page-rows.ts';

/** The fields of Gotenberg for options that no row of a table names, by the beginning of the option's path. */
const composed: readonly (readonly [option: string, name: string])[] = [
  ['attachmentsMetadata', 'embedsMetadata'],
  ['bookmarks', 'bookmarks'],
  ['compress', 'imageQuality'],
  ['facturXDocumentType', 'facturxDocumentType'],
  ['facturXProfile', 'facturxConformanceLevel'],
  ['facturX', 'facturxXml'],
  ['flatten', 'flatten'],
  ['maxBytes', 'splitSpan'],
  ['metadata', 'metadata'],
  ['mode', 'splitMode'],
  ['pages', 'splitSpan'],
  ['pdfa', 'pdfa'],
  ['pdfua', 'pdfua'],
  ['protect.ownerPassword', 'ownerPassword'],
  ['protect.permissions', 'allowPrinting'],
  ['protect', 'userPassword'],
  ['ranges', 'splitSpan'],
  ['rotate', 'rotatePages'],
  ['span', 'splitSpan'],
];

/** The members of a stamp or watermark that have a field of their own. */
const overlayFields = { text: 'Expression', pages: 'Pages', file: '' } as const;

/** The field of Gotenberg for an option of the service, as errors name it: `stampPages` for `stamp[0].pages`. */
export function nameOfOption(path: string): string | undefined {
  const overlay = /^(watermark|stamp)(?:\[\d+\])?(?:\.(\w+))?/.exec(path);
  if (overlay) {
    const [, layer = '', member = ''] = overlay;
    return layer + (Object.hasOwn(overlayFields, member) ? overlayFields[member as 'text'] : 'Options');
  }
  const found = composed.find(([option]) => isWithin(path, option));
  if (found) return found[1];
  return [...pageRows, ...officeRows].find(({ option }) => option !== undefined && isWithin(path, option))
    ?.name;
}

const isWithin = (path: string, option: string): boolean =>
  path === option || path.startsWith(`${option}.`) || path.startsWith(`${option}[`);
