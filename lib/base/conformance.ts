/**
 * Standards for PDFs that can be validated: parts and levels of PDF/A (ISO 19005-1 to -4), `ua1` and `ua2` for PDF/UA
 * (ISO 14289-1, -2).
 */
export const conformanceFlavours = [
  '1a',
  '1b',
  '2a',
  '2b',
  '2u',
  '3a',
  '3b',
  '3u',
  '4',
  '4e',
  '4f',
  'ua1',
  'ua2',
] as const;

export type ConformanceFlavour = (typeof conformanceFlavours)[number];

/** The standards that a file declares. It must be validated before it is given out. */
export interface DeclaredConformance {
  flavours: readonly ConformanceFlavour[];
  /** The pages with figures that have no description, from 1. PDF/UA requires descriptions. */
  undescribed?: readonly number[] | undefined;
}
