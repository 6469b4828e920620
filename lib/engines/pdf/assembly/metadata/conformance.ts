import type { ConformanceFlavour } from '../../../../base/conformance.ts';
import { keys } from '../../keys.ts';
import type { PDFName } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { textAt } from '../lookup.ts';
import { perSource } from '../per-source.ts';
import { claimsIn, xmpBytesOf } from './xmp-claims.ts';

/**
 * Entries of the document information that declare conformance to older standards (ISO 15930-1, 15930-3; ISO 24517-1).
 */
export const conformanceKeys: ReadonlySet<string> = new Set([
  'GTS_PDFXVersion',
  'GTS_PDFXConformance',
  'ISO_PDFEVersion',
]);

/** The claims of conformance in a source's XMP, see `claimsIn`. */
export const claimsOf = perSource((source): ReadonlyMap<string, string> => {
  const xmp = xmpBytesOf(source);
  return xmp ? claimsIn(xmp) : new Map<string, string>();
});

/** Electronic invoices, as `conformanceOf` names them, of every version of Factur-X and ZUGFeRD. */
export const invoiceStandard = 'Factur-X';

/** The standards that a source declares conformance to, such as `PDF/A-2b`, `PDF/UA-1`, `PDF/X-4`, `Factur-X`. */
export const conformanceOf = perSource((source): readonly string[] => {
  const claims = claimsOf(source);
  const named = [
    claims.get('GTS_PDFXVersion') ?? informationAt(source, keys.GTS_PDFXConformance, keys.GTS_PDFXVersion),
    claims.get('GTS_PDFVTVersion'),
    claims.get('ISO_PDFEVersion') ?? informationAt(source, keys.ISO_PDFEVersion),
  ];
  const standards = [
    archivalOf(claims),
    numberedOf('PDF/UA', claims.get('pdfuaid:part')),
    claims.has('fx:DocumentFileName') ? invoiceStandard : undefined,
    ...named.map((name) => /^PDF\/(?:X|VT|E)-[\w.:]{1,12}/.exec(name ?? '')?.[0]),
  ];
  return standards.filter((standard) => standard !== undefined);
});

function archivalOf(claims: ReadonlyMap<string, string>): string | undefined {
  const standard = numberedOf('PDF/A', claims.get('pdfaid:part'));
  const level = /^[A-Za-z]$/.exec(claims.get('pdfaid:conformance') ?? '')?.[0] ?? '';
  return standard && standard + level.toLowerCase();
}

/** The name of a standard of PDF/A or PDF/UA, as `conformanceOf` returns it. */
export const standardOf = (flavour: ConformanceFlavour): string =>
  flavour.startsWith('ua') ? `PDF/UA-${flavour.slice('ua'.length)}` : `PDF/A-${flavour}`;

const numberedOf = (standard: string, part = ''): string | undefined =>
  /^\d$/.test(part) ? `${standard}-${part}` : undefined;

function informationAt({ info }: PdfSource, ...keys: readonly PDFName[]): string | undefined {
  for (const key of keys) {
    const text = info && textAt(info, key);
    if (text !== undefined) return text;
  }
  return undefined;
}
