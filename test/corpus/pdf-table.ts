import type { EditsFinding } from './check-edits.ts';
import type { PdfFinding } from './check-pdf.ts';
import type { Finding } from './corpus-client.ts';

interface Row {
  files: number;
  right: number;
  rejected: number;
  'rejected, qpdf opens it': number;
  wrong: number;
  'size, of qpdf'?: string;
}

/** Counts the outcomes of PDFs, by what qpdf says about them. */
export class PdfTable {
  readonly #rows = new Map<string, Row>();
  readonly #sizes = new Map<string, PdfFinding['sizes']>();

  /** Adds a finding. A file that qpdf can rewrite must not be rejected, unless it needs a password. */
  add({ kind, isUsable, rejected, faults, sizes }: EditsFinding & Partial<PdfFinding>): Finding {
    const empty = { files: 0, right: 0, rejected: 0, 'rejected, qpdf opens it': 0, wrong: 0 };
    const row: Row = this.#rows.get(kind) ?? empty;
    this.#rows.set(kind, row);
    row.files += 1;
    row[faults.length > 0 ? 'wrong' : rejected === undefined ? 'right' : 'rejected'] += 1;
    if (rejected !== undefined && isUsable) row['rejected, qpdf opens it'] += 1;
    if (sizes && sizes.qpdf > 0) row['size, of qpdf'] = this.#share(kind, sizes);
    return {
      ...(faults.length > 0 ? { faults } : {}),
      ...(rejected === undefined ? {} : { rejected: isUsable ? `${rejected} (qpdf opens it)` : rejected }),
      ...(sizes && sizes.qpdf > 0
        ? { note: `parts have ${(sizes.parts / sizes.qpdf).toFixed(2)} of the bytes of qpdf's` }
        : {}),
    };
  }

  print(): void {
    if (this.#rows.size > 0) console.table(Object.fromEntries(this.#rows));
  }

  /** The size of all parts so far, as a share of qpdf's. */
  #share(kind: string, { parts, qpdf }: PdfFinding['sizes']): string {
    const before = this.#sizes.get(kind) ?? { parts: 0, qpdf: 0 };
    const sum = { parts: before.parts + parts, qpdf: before.qpdf + qpdf };
    this.#sizes.set(kind, sum);
    return (sum.parts / sum.qpdf).toFixed(3);
  }
}
