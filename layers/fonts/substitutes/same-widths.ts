import type { Substitute } from './substitute.ts';

/** Metric-compatible: a document keeps its line and page breaks. */
export const sameWidths: readonly Substitute[] = [
  {
    by: 'Liberation Sans',
    generic: 'sans-serif',
    families: { Arial: 0, ArialMT: 0, Helvetica: 0 },
  },
  { by: 'Liberation Sans Narrow', generic: 'sans-serif', families: { 'Arial Narrow': 0 } },
  {
    by: 'Liberation Serif',
    generic: 'serif',
    families: { 'Times New Roman': 0, TimesNewRomanPSMT: 0, Times: 0, 'Times Roman': 0 },
  },
  { by: 'Liberation Mono', generic: 'monospace', families: { 'Courier New': 0, Courier: 0 } },
  { by: 'Carlito', generic: 'sans-serif', families: { Calibri: 0 } },
  { by: 'Caladea', generic: 'serif', families: { Cambria: 0 } },
  {
    by: 'TeX Gyre Pagella',
    generic: 'serif',
    families: { Palatino: 0, 'Palatino Linotype': 0, 'Book Antiqua': 0 },
  },
  { by: 'TeX Gyre Bonum', generic: 'serif', families: { 'Bookman Old Style': 0, Bookman: 0 } },
  {
    by: 'TeX Gyre Schola',
    generic: 'serif',
    families: { 'Century Schoolbook': 0, 'New Century Schoolbook': 0 },
  },
  { by: 'TeX Gyre Adventor', generic: 'sans-serif', families: { 'Century Gothic': 0, 'Avant Garde': 0 } },
];
