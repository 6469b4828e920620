import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readPackedLibraries, unpackLibraries } from '#lib/engines/office/libreoffice/packed-libraries.ts';
import { converterOptions, koffiFile } from '../../support/libreoffice.ts';
import { PageJudge } from './page-judge.ts';

/**
 * MuPDF (`mutool`), and the PDFium of the LibreOffice layer.
 *
 * @throws Error when one is missing; the message says how to get it
 */
export async function openJudges(): Promise<{ judges: PageJudge[]; close: () => void }> {
  if (spawnSync('mutool', ['-v']).error) throw new Error('mutool is needed: install mupdf-tools');
  const { libreOfficeRoot: root } = converterOptions('');
  const library = join(root, 'program/libpdfiumlo.so');
  if (!existsSync(library)) throw new Error(`${library} is needed. Build it with: npm run layers`);
  const folder = mkdtempSync(join(tmpdir(), 'pdf-judges-'));
  const needed = (await readPackedLibraries(root)).filter(({ file }) => file.startsWith('libicu'));
  await unpackLibraries(root, needed, () => folder);
  const libraries = [folder, join(root, 'lib'), join(root, 'program')];
  const nodeLibraries = join(dirname(dirname(process.execPath)), 'lib');
  const judges = [
    // Its output would wait in a buffer of C's otherwise.
    new PageJudge('MuPDF', ['stdbuf', '-oL', 'mutool', 'run', join(import.meta.dirname, 'mutool-judge.js')]),
    // With the C library of the layer, with which its libraries are linked.
    new PageJudge('PDFium', [
      join(root, 'lib/ld-linux-x86-64.so.2'),
      '--library-path',
      [...libraries, nodeLibraries].join(':'),
      process.execPath,
      join(import.meta.dirname, 'pdfium-judge.ts'),
      koffiFile,
      library,
    ]),
  ];
  return {
    judges,
    close: () => {
      for (const judge of judges) judge.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
