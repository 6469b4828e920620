import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PDFDocument } from 'pdf-lib';
import { annotated, pictures, report } from '../tasks/pdf-documents.ts';
import { catalogue } from './catalogue.ts';
import { taggedReport } from './tagged-report.ts';

export const cataloguePages = 12_000;

/** Makes the files that the benchmark works on, in `folder`; gives their paths. */
export async function makeInputs(folder: string): Promise<{
  small: string[];
  reports: string[];
  tagged: string[];
  pictures: string[];
  book: string;
  /** Pages that have one dictionary of resources in common. */
  catalogue: string;
  form: string;
}> {
  const file = async (name: string, document: PDFDocument, useObjectStreams = true): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, await document.save({ objectsPerTick: Infinity, useObjectStreams }));
    return path;
  };
  const several = (count: number, make: (index: number) => Promise<string>): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)));
  const form = await report(5000, 9_200);
  annotated(form);
  return {
    small: await several(2, async (index) => file(`small-${index}.pdf`, await report(3))),
    reports: await several(20, async (index) => file(`report-${index}.pdf`, await report(150))),
    tagged: await several(20, async (index) => file(`tagged-${index}.pdf`, await taggedReport(105), false)),
    pictures: await several(2, async (index) => file(`pictures-${index}.pdf`, await pictures(10, 5_000_000))),
    book: await file('book.pdf', await report(5000, 9_200)),
    catalogue: await file('catalogue.pdf', await catalogue(cataloguePages)),
    form: await file('form.pdf', form),
  };
}
