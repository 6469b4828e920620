import { numberAt } from '../assembly/lookup.ts';
import { quarterTurn } from '../assembly/pages/page-view.ts';
import { keys } from '../keys.ts';
import { PDFDict, PDFNumber } from '../objects.ts';
import type { BuiltDocument } from './built-document.ts';
import type { Rotation } from './finishing.ts';

const fullTurn = 360;

/** Adds to the rotation of pages (PDF 32000-1, table 30). Only pages that change are parsed. */
export function rotatePages({ context, pages }: BuiltDocument, rotations: readonly Rotation[]): void {
  const angles = new Uint32Array(pages.length);
  for (const { pages: spans, angle } of rotations) {
    const isSelected = new Uint8Array(pages.length);
    for (const { first, last } of spans) isSelected.fill(1, first - 1, last);
    for (const [index, selected] of isSelected.entries()) {
      if (selected === 1) angles[index] = ((angles[index] ?? 0) + angle) % fullTurn;
    }
  }
  for (const [index, ref] of pages.entries()) {
    const angle = angles[index] ?? 0;
    if (angle === 0) continue;
    const page = context.lookup(ref, PDFDict);
    page.set(keys.Rotate, PDFNumber.of((quarterTurn(numberAt(page, keys.Rotate) ?? 0) + angle) % fullTurn));
  }
}
