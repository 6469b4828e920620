import type { FacturXProfile } from '../../../../api/fields/finishing/factur-x.ts';
import type { Relationship } from '../../../../api/fields/finishing/relationships.ts';

interface ProfileFacts {
  /** `ConformanceLevel` in the metadata. */
  level: string;
  fileName: string;
  relationship: Relationship;
}

const facts = (level: string, relationship: Relationship = 'Alternative'): ProfileFacts => ({
  level,
  fileName: 'factur-x.xml',
  relationship,
});

/** What the profiles require of the PDF (ZUGFeRD 2.3, technical appendix, 6). Without its items, an invoice is only data. */
export const profileFacts: Readonly<Record<FacturXProfile, ProfileFacts>> = {
  minimum: facts('MINIMUM', 'Data'),
  basicwl: facts('BASIC WL', 'Data'),
  basic: facts('BASIC'),
  en16931: facts('EN 16931'),
  extended: facts('EXTENDED'),
  xrechnung: { ...facts('XRECHNUNG'), fileName: 'xrechnung.xml' },
};

/** The names of profiles at the end of guidelines: `urn:factur-x.eu:1p0:basicwl`, `urn:zugferd.de:2p0:extended`. */
const named = /(?:factur-x\.eu|zugferd\.de):\d{1,2}p\d{1,2}:(minimum|basicwl|basic|en16931|extended)$/;

/**
 * The profile of an invoice's guideline.
 *
 * @returns undefined for guidelines of others, which may be specializations of a profile
 */
export function profileOf(guideline: string): FacturXProfile | undefined {
  const text = guideline.trim().toLowerCase();
  if (text === 'urn:cen.eu:en16931:2017') return 'en16931';
  if (/:xrechnung_\d/.test(text)) return 'xrechnung';
  return named.exec(text)?.[1] as FacturXProfile | undefined;
}
