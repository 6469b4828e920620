import type { OutputFile } from './libreoffice/file-exchange.ts';
import { sheetNameOf } from './libreoffice/host-protocol.ts';

/** The files of sheets in the order of the sheets, with their names. */
export function namedBySheet(
  files: readonly OutputFile[],
  sheets: readonly string[],
  format: string,
): OutputFile[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  return sheets.flatMap((sheet, index) => {
    const file = byName.get(sheetNameOf(format, index));
    return file ? [{ ...file, name: `${sheet}.${format}` }] : [];
  });
}
