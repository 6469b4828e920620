import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConformanceChecker } from '#lib/engines/conformance/checker.ts';
import { tinyPdf } from '#lib/engines/conformance/tiny-pdf.ts';
import { projectFolder } from '../folders.ts';
import type { Progress } from '../layer.ts';

/** A minute: the machine may be busy. In milliseconds. */
const patience = 60_000;

/**
 * Validates a small PDF.
 *
 * @param root the layer's `verapdf` folder
 * @throws Error when veraPDF does not find that its font is not embedded
 */
export async function proveValidation(root: string, progress: Progress): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    progress('validation: not tried on this platform');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'prove-validation-'));
  const checker = new ConformanceChecker({
    root,
    launcherFile: join(projectFolder, 'lib/engines/conformance/launcher.ts'),
    koffiFile: join(projectFolder, 'node_modules/koffi/build/koffi/linux_x64/koffi.node'),
    folder,
    memoryMegabytes: 1769,
  });
  try {
    const path = join(folder, 'tiny.pdf');
    await writeFile(path, tinyPdf);
    const end = { deadline: Date.now() + patience };
    const result = await checker.check({ path, flavours: ['2b'] }, end);
    const failures = result.outcome === 'checked' ? result.reports.flatMap((report) => report.failures) : [];
    if (!failures.some(({ clause }) => clause === 'ISO 19005-2, 6.2.11.4.1')) {
      throw new Error(`veraPDF did not validate a PDF: ${JSON.stringify(result)}`);
    }
    progress(`validation: ${failures.length} failures found in a PDF`);
  } finally {
    await checker.close();
    await rm(folder, { recursive: true, force: true });
  }
}
