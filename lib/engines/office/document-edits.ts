import { paperSizes } from '../../api/fields/lengths.ts';
import type { OfficeKind, OfficeOptions } from '../../api/options/office.ts';
import type { PartEdits } from './part-edits.ts';
import { sheetEdits } from './sheet-edits.ts';
import { wordEdits } from './word-edits.ts';

/**
 * What has to be changed in a document before it is converted, for the options that LibreOffice's PDF filter does not
 * have.
 *
 * @returns undefined for a kind of document that stays as it is
 */
export function documentEdits(
  kind: OfficeKind,
  { pageSize, trackedChanges, landscape }: OfficeOptions,
): PartEdits | undefined {
  const paper = paperSizes[pageSize ?? 'A4'];
  switch (kind) {
    case 'docx':
      return wordEdits({ paper, acceptChanges: trackedChanges !== 'show' });
    case 'xlsx':
      return sheetEdits({ paper, landscape: landscape ?? false });
    case 'pptx':
      return undefined;
  }
}
