import { type ConformanceFlavour, conformanceFlavours } from '../../../../base/conformance.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { claimsOf } from './conformance.ts';

/** Parts of PDF/A and PDF/UA that a document declares, or both. */
export interface KeptConformance {
  /** The part and level of ISO 19005. PDF/A-4 has a level only as PDF/A-4e and PDF/A-4f. */
  archival?: { part: number; level: string } | undefined;
  /** The part of ISO 14289. */
  accessible?: number | undefined;
}

/** Levels of parts 1 to 3 from the weakest. Each has all requirements of those before it. */
const levels = ['b', 'u', 'a'];

/**
 * The standards that all sources declare. A document whose parts all conform can conform as a whole; whether it does is
 * for validation to say. Of several levels of one part, the weakest is declared.
 *
 * @returns undefined if there are none
 */
export function commonConformance(sources: Iterable<PdfSource>): KeptConformance | undefined {
  const declared = [...new Set(sources)].map(declaredBy);
  const [first, ...others] = declared;
  if (!first) return undefined;
  const archival = others.reduce((common, other) => weaker(common, other.archival), first.archival);
  const isAccessible = others.every((other) => other.accessible === first.accessible);
  const accessible = isAccessible ? first.accessible : undefined;
  return archival || accessible !== undefined ? { archival, accessible } : undefined;
}

type Archival = KeptConformance['archival'];

function weaker(one: Archival, other: Archival): Archival {
  if (!one || one.part !== other?.part) return undefined;
  if (one.level === other.level) return one;
  const [a, b] = [levels.indexOf(one.level), levels.indexOf(other.level)];
  if (a < 0 || b < 0) return undefined;
  return a < b ? one : other;
}

const declaredBy = (source: PdfSource): KeptConformance => keptIn(claimsOf(source));

/** The standards among claims in XMP, see `claimsIn`. */
export function keptIn(claims: ReadonlyMap<string, string>): KeptConformance {
  const archival = {
    part: Number(claims.get('pdfaid:part')),
    level: (claims.get('pdfaid:conformance') ?? '').toLowerCase(),
  };
  const accessible = Number(claims.get('pdfuaid:part'));
  return {
    archival: isFlavour(archivalFlavour(archival)) ? archival : undefined,
    accessible: isFlavour(accessibleFlavour(accessible)) ? accessible : undefined,
  };
}

const archivalFlavour = ({ part, level }: NonNullable<Archival>): string => `${part}${level}`;
const accessibleFlavour = (part: number): string => `ua${part}`;

const isFlavour = (name: string): name is ConformanceFlavour =>
  (conformanceFlavours as readonly string[]).includes(name);

/** What validation checks. */
export const flavoursOf = ({ archival, accessible }: KeptConformance): ConformanceFlavour[] =>
  [
    ...(archival ? [archivalFlavour(archival)] : []),
    ...(accessible === undefined ? [] : [accessibleFlavour(accessible)]),
  ].filter(isFlavour);
