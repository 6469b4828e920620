import { paperSizes } from '../../api/fields/lengths.ts';
import type { OfficeKind, OfficeOptions } from '../../api/options/office.ts';
import type { PartEdits } from './part-edits.ts';
import { sheetEdits } from './sheet-edits.ts';
import { wordEdits } from './word-edits.ts';

/** The options of a layout that LibreOffice's PDF filter lacks. */
export type LayoutOptions = Pick<
  OfficeOptions,
  'pageSize' | 'trackedChanges' | 'landscape' | 'singlePageSheets'
>;

/**
 * The changes to a document before conversion, for the options that LibreOffice's PDF filter lacks.
 *
 * @returns undefined for a kind that needs no changes
 */
export function documentEdits(
  kind: OfficeKind,
  { pageSize, trackedChanges, landscape = false, singlePageSheets = false }: LayoutOptions,
): PartEdits | undefined {
  const paper = paperSizes[pageSize ?? 'A4'];
  switch (kind) {
    case 'docx':
      return wordEdits({ paper, landscape, acceptChanges: trackedChanges !== 'show' });
    case 'xlsx':
      return sheetEdits({ paper, landscape, fromStart: singlePageSheets });
    case 'pptx':
      return undefined;
  }
}
