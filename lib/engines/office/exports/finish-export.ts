import { createReadStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutputFormat } from '../../../api/fields/output-formats.ts';
import { InputFault } from '../../../base/input-fault.ts';
import { FormatError } from '../../../base/random-access.ts';
import { ConversionError } from '../conversion-error.ts';
import { withoutExternalLinks } from '../external-links.ts';
import type { OutputFile } from '../libreoffice/file-exchange.ts';
import { outputNameOf } from '../libreoffice/host-protocol.ts';
import { editParts } from '../part-edits.ts';
import { withoutRtfLinks } from '../rtf/without-rtf-links.ts';
import { withoutActiveContent } from './active-content.ts';
import { type ExportFormat, exportFormats } from './export-formats.ts';
import { passiveOpenDocument } from './open-document.ts';
import { fileNames, packFiles } from './packed-files.ts';
import { Pictures } from './pictures.ts';
import { safeHtml } from './safe-html.ts';

/** The result of an export: one file, a ZIP if LibreOffice wrote several. */
export interface FinishedExport {
  path: string;
  contentType: string;
  /** With its period. */
  extension: string;
}

interface Finish {
  format: OutputFormat;
  /** A new folder. */
  folder: string;
  signal: AbortSignal;
}

/**
 * Makes the files of an export safe for those who open them: nothing in them loads by itself from elsewhere, runs, or
 * names a file of this machine.
 *
 * @param files as `OfficeConverter.export` returns them
 * @param folder for the result and intermediate files; the caller empties it
 * @throws ConversionError when LibreOffice wrote files that cannot be read
 * @throws InputFault `file-too-large` when they exceed the limits of documents
 * @throws the signal's reason when the signal aborts
 */
export async function finishExport(files: readonly OutputFile[], finish: Finish): Promise<FinishedExport> {
  const { format, folder, signal } = finish;
  const { contentType, family } = exportFormats[format];
  await mkdir(folder);
  const finished = await finishes[family](files, finish).catch((cause: unknown) => {
    throw isDamage(cause) ? unreadable(cause) : cause;
  });
  const [only] = finished;
  if (!only) throw unreadable();
  if (finished.length === 1) return { path: only.path, contentType, extension: `.${format}` };
  const path = join(folder, 'files.zip');
  await packFiles(finished, path, signal);
  return { path, contentType: 'application/zip', extension: '.zip' };
}

const finishes: Readonly<
  Record<ExportFormat['family'], (files: readonly OutputFile[], finish: Finish) => Promise<OutputFile[]>>
> = {
  async ooxml(files, { format, folder, signal }) {
    const { name, path } = mainFile(files, format);
    const selfContained = await withoutExternalLinks(path, folder, signal);
    // The disk has room for two copies of the largest file.
    await rm(path);
    return [{ name, path: await editParts(selfContained, join(folder, name), withoutActiveContent, signal) }];
  },
  async odf(files, { format, folder, signal }) {
    const { name, path } = mainFile(files, format);
    const output = join(folder, name);
    const selfContained = await withoutExternalLinks(path, folder, signal);
    await rm(path);
    await passiveOpenDocument(selfContained, output, signal);
    return [{ name, path: output }];
  },
  async rtf(files, { format, folder, signal }) {
    const { name, path } = mainFile(files, format);
    const output = join(folder, name);
    await withoutRtfLinks(path, output, signal);
    return [{ name, path: output }];
  },
  async html(files, { format, folder, signal }) {
    const { name, path } = mainFile(files, format);
    const output = join(folder, name);
    const pictures = await Pictures.among(files);
    const pieces = createReadStream(path) as AsyncIterable<Buffer>;
    await writeFile(
      output,
      safeHtml(pieces, (address) => pictures.show(address)),
      { signal },
    );
    return [{ name: 'index.html', path: output }, ...pictures.shown.values()];
  },
  plain(files, { format }) {
    const names = fileNames(
      files.map(({ name }) => name),
      `.${format}`,
    );
    return Promise.resolve(files.map(({ path }, index) => ({ path, name: names[index] ?? '' })));
  },
};

/** The file that LibreOffice had to write. */
function mainFile(files: readonly OutputFile[], format: OutputFormat): OutputFile {
  const main = files.find(({ name }) => name === outputNameOf(format));
  if (!main) throw unreadable();
  return main;
}

const isDamage = (error: unknown): boolean =>
  error instanceof FormatError || (error instanceof InputFault && error.code === 'damaged-document');

const unreadable = (cause?: unknown): ConversionError =>
  new ConversionError('failed', 'LibreOffice wrote files that cannot be read.', {
    cause,
    documentOpened: true,
  });
