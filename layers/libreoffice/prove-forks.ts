import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takePdf } from '#lib/engines/office/libreoffice/file-exchange.ts';
import { documentKinds } from '#lib/engines/office/libreoffice/host-protocol.ts';
import { HostStarter } from '#lib/engines/office/libreoffice/host-starter.ts';
import { TemplatePool } from '#lib/engines/office/libreoffice/template-pool.ts';
import { writeWarmUpDocuments } from '#lib/engines/office/libreoffice/warm-up-documents.ts';
import { outputFolder, projectFolder } from '../folders.ts';
import type { Progress } from '../layer.ts';

/** Conversions of each kind. */
const rounds = 4;

/** Megabytes that a document of a few words cannot take. */
const maximumFileBytes = 16 * 1024 ** 2;

/**
 * Converts a small document of each kind several times, each in a fork of one template: the service calls LibreOffice
 * by slot numbers and exported symbols, which another version can change.
 *
 * @param root the layer's `libreoffice` folder
 * @throws Error when a fork does not write a PDF
 */
export async function proveForks(root: string, progress: Progress): Promise<void> {
  const fontsConf = join(outputFolder, 'fonts/fonts/fonts.conf');
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    progress('forks: not tried on this platform');
    return;
  }
  if (!existsSync(fontsConf)) {
    progress('forks: not tried without the fonts layer');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'prove-forks-'));
  const starter = await HostStarter.prepare(
    {
      libreOfficeRoot: root,
      fontsConf,
      hostFile: program('host.ts'),
      templateFile: program('template.ts'),
      koffiFile: join(projectFolder, 'node_modules/koffi/build/koffi/linux_x64/koffi.node'),
      maximumFileBytes,
      warmUp: undefined,
    },
    folder,
  );
  const templates = new TemplatePool({
    start: () => starter.startTemplate(),
    newFolder: () => starter.newFolder(),
    isIntact: () => starter.isIntact(),
  });
  try {
    const confinement = await (await templates.current()).ready();
    if (!confinement.calls) {
      progress('forks: not tried, because this kernel has no seccomp');
      return;
    }
    const files = await writeWarmUpDocuments(documentKinds, folder);
    for (let round = 0; round < rounds; round += 1) {
      for (const file of files) await convertInFork(templates, file, join(folder, 'document.pdf'));
    }
    progress(`forks: ${String(rounds * files.length)} documents converted`);
  } finally {
    await templates.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const program = (name: string): string => join(projectFolder, 'lib/engines/office/libreoffice', name);

async function convertInFork(templates: TemplatePool, document: string, pdf: string): Promise<void> {
  const host = await templates.take();
  try {
    const fileName = document.slice(document.lastIndexOf('/') + 1);
    await copyFile(document, join(host.inputFolder, fileName));
    host.send({ fileName, format: 'pdf', filterOptions: '' });
    const outcome = await host.outcome();
    await host.kill();
    const isWritten = outcome?.event === 'done' && (await takePdf(host.folder, pdf));
    if (!isWritten || !(await readFile(pdf, 'latin1')).startsWith('%PDF-')) {
      throw new Error(
        `A fork of LibreOffice did not convert ${fileName}: ${JSON.stringify(outcome)}. ` +
          'Check the slots and symbols in lib/engines/office/libreoffice.',
      );
    }
  } finally {
    await templates.release(host);
  }
}
