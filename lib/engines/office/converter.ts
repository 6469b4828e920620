import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { InputFault } from '../../base/input-fault.ts';
import type { FontWarning } from '../fonts/font-warnings.ts';
import type { Conversion, DocumentConversion, Export } from './conversion.ts';
import { abortError, ConversionError, type ConversionErrorReason } from './conversion-error.ts';
import { storeFonts, unreadableFont } from './document-fonts.ts';
import type { FontCheck } from './font-check.ts';
import { formatNamed } from './formats.ts';
import type { DocumentHost } from './libreoffice/document-host.ts';
import { DocumentHosts } from './libreoffice/document-hosts.ts';
import {
  type DocumentKind,
  fontFolderName,
  type HostResult,
  mostSheets,
} from './libreoffice/host-protocol.ts';
import { ForkedHost } from './libreoffice/forked-host.ts';
import {
  beginsWith,
  linkOrCopy,
  type OutputFile,
  plainFileName,
  takeFiles,
  takePdf,
} from './libreoffice/file-exchange.ts';
import { namedBySheet } from './sheet-files.ts';
import type { Confinement } from '../../base/processes/confinement/confine.ts';
import { type LimitErrors, withinLimits } from '../../base/processes/within-limits.ts';
import { createWorkFolder, sweepWorkFolders } from '../../base/processes/work-folder.ts';

const errorOf = (host: DocumentHost, reason: ConversionErrorReason, message: string): ConversionError =>
  new ConversionError(reason, message, {
    diagnostics: host.diagnostics,
    documentOpened: host.documentOpened,
  });

const limitErrors = (host: DocumentHost): LimitErrors => ({
  late: () => errorOf(host, 'deadline', 'The conversion took too long.'),
  tooLarge: (used) => errorOf(host, 'memory', `The conversion took ${used} bytes of memory.`),
  canceled: (reason) => abortError(reason, host.documentOpened),
});

export interface OfficeConverterOptions {
  /** The LibreOffice layer's `libreoffice` folder. */
  libreOfficeRoot: string;
  /** The fonts layer's `fonts.conf`; the fonts are beside it. */
  fontsConf: string;
  /** Where libraries are unpacked and documents converted. Converters may share it. */
  workDirectory: string;
  /** The program of the LibreOffice processes: `libreoffice/host.ts`, or its bundle. */
  hostFile: string;
  /**
   * The program of the LibreOffice processes that fork one for each document: `libreoffice/template.ts`, or its bundle.
   * Default: each document gets a fresh process.
   */
  templateFile?: string | undefined;
  /**
   * Whether a process is forked for the next document as soon as one has been converted. It waits, confined to a folder of
   * its own. Default: no.
   */
  forksAhead?: boolean | undefined;
  /** koffi's native file for this platform. */
  koffiFile: string;
  /** Resident memory in bytes at which a conversion is ended. Default: 2 GiB. */
  memoryLimitBytes?: number;
  /** Maximum size in bytes of a file that a conversion writes, the PDF or a temporary one. Default: 1 GiB. */
  maximumFileBytes?: number;
  /**
   * The kinds for which every process converts a tiny document in advance. Default: all. It takes a few hundred
   * milliseconds of CPU time while the process is idle; an arriving document does not wait for it.
   */
  warmUp?: readonly DocumentKind[];
}

/** The most files of an export: sheets, or a page and its pictures. */
const mostFiles = mostSheets - 1;

type Job = DocumentConversion & Pick<Export, 'format' | 'eachSheet'>;

/** Takes the output of a process that has ended. */
type Take<Result> = (host: DocumentHost, result: HostResult, check: FontCheck) => Promise<Result>;

const gibibyte = 1024 ** 3;

/**
 * Converts office documents to PDF with LibreOffice.
 *
 * Each document gets a process of its own: a fork of a process that has read no document, or a fresh one. It is killed
 * afterwards. Nothing that a document does to LibreOffice affects the next one, and a process can be ended at any time.
 */
export class OfficeConverter {
  readonly #options: OfficeConverterOptions;
  #folder: string | undefined;
  #hosts: DocumentHosts | undefined;
  #confinement: Confinement | undefined;
  #check: FontCheck | undefined;

  constructor(options: OfficeConverterOptions) {
    this.#options = options;
  }

  /** The platform's restrictions on documents; known after `ready`. */
  get confinement(): Confinement | undefined {
    return this.#confinement;
  }

  /**
   * Unpacks LibreOffice and starts a process with it.
   *
   * @throws Error when LibreOffice cannot be unpacked or does not start
   */
  async prepare(): Promise<void> {
    await this.start();
    await this.ready();
  }

  /**
   * Unpacks LibreOffice, and starts a process in which it starts.
   *
   * @throws Error when LibreOffice cannot be unpacked
   */
  async start(): Promise<void> {
    const { workDirectory } = this.#options;
    await sweepWorkFolders(workDirectory);
    try {
      this.#folder = createWorkFolder(workDirectory);
      const options = { warmUp: undefined, ...this.#options, maximumFileBytes: this.#maximumFileBytes };
      this.#hosts = await DocumentHosts.prepare(options, this.#folder);
      await this.#hosts.begin();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /**
   * Waits until LibreOffice has started, and loads what conversions need beside it.
   *
   * @throws Error when LibreOffice does not start
   */
  async ready(): Promise<void> {
    try {
      const { FontCheck } = await import('./font-check.ts');
      this.#check = await FontCheck.open(this.#options.fontsConf);
      this.#confinement = await this.#hosts?.start();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /**
   * Converts one document. Calls may overlap; each has its own process.
   *
   * @returns warnings about differences between the PDF and the document
   * @throws InputFault `damaged-document` when LibreOffice cannot read the document, `invalid-range` when it has none
   *   of the pages in the filter's PageRange
   * @throws AppError `invalid-file-type` when LibreOffice cannot read a font, naming its field
   * @throws ConversionError when the document is not known to be at fault; `documentOpened` shows whether it can be
   */
  convert(conversion: Conversion): Promise<FontWarning[]> {
    const { inputFile, outputFile, fonts: given = [] } = conversion;
    return this.#inProcess({ ...conversion, format: 'pdf' }, async (host, { fonts }, check) => {
      if (await takePdf(host.folder, outputFile)) return check.warnings(inputFile, outputFile, fonts, given);
      throw errorOf(host, 'failed', 'LibreOffice did not write a PDF.');
    });
  }

  /**
   * Converts one document to another format than PDF. As `convert`.
   *
   * @returns the files that LibreOffice wrote, as it wrote them: their content and names are untrusted
   * @throws InputFault `damaged-document` when LibreOffice cannot read the document, `file-too-large` when the files are
   *   too many or too large
   */
  export(conversion: Export): Promise<OutputFile[]> {
    const limits = { files: mostFiles, bytes: this.#maximumFileBytes / 2 };
    return this.#inProcess(conversion, async (host, result) => {
      const files = await takeFiles(host.folder, conversion.outputFolder, limits);
      if (files.length === 0) throw errorOf(host, 'failed', 'LibreOffice wrote no file.');
      return conversion.eachSheet ? namedBySheet(files, result.sheets, conversion.format) : files;
    });
  }

  /** Ends all processes and removes all files. Running conversions fail as canceled. */
  async stop(): Promise<void> {
    await this.#hosts?.close();
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }

  get #maximumFileBytes(): number {
    return this.#options.maximumFileBytes ?? gibibyte;
  }

  async #inProcess<Result>(conversion: Job, take: Take<Result>): Promise<Result> {
    if (isPackage(conversion.kind) && !beginsWith(conversion.inputFile, 'PK')) {
      // LibreOffice would read any other content as a text file.
      throw damaged(new Error('not a ZIP archive'));
    }
    if (conversion.fresh) return this.#convertIn(conversion, true, take);
    try {
      return await this.#convertIn(conversion, false, take);
    } catch (error) {
      if (!(error instanceof ForkFailed)) throw error;
      // It proves nothing about the document.
      return await this.#convertIn(conversion, true, take);
    }
  }

  async #convertIn<Result>(conversion: Job, fresh: boolean, take: Take<Result>): Promise<Result> {
    const [hosts, check] = [this.#hosts, this.#check];
    if (!hosts || !check) throw new Error('The converter is not prepared.');
    const host = await hosts.take(fresh);
    try {
      const result = await withinLimits(
        this.#run(host, conversion),
        {
          deadline: conversion.deadline,
          signal: conversion.signal,
          memoryLimitBytes: this.#options.memoryLimitBytes ?? 2 * gibibyte,
          memoryBytes: () => host.residentBytes,
        },
        limitErrors(host),
      );
      // Only after the process has died can its files no longer change after the check.
      await host.kill();
      return await take(host, result, check);
    } finally {
      await hosts.release(host);
    }
  }

  async #run(host: DocumentHost, conversion: Job): Promise<HostResult> {
    const { inputFile, kind, language, importOptions, format, filterOptions, eachSheet } = conversion;
    const { fonts: given = [] } = conversion;
    const fileName = plainFileName(conversion.fileName ?? 'document', kind);
    await linkOrCopy(inputFile, join(host.inputFolder, fileName));
    const fonts = await storeFonts(given, join(host.folder, fontFolderName));
    host.send({ fileName, language, importOptions, format, filterOptions, eachSheet, fonts });
    const response = await host.outcome();
    if (response?.event === 'done') return response;
    if (this.#hosts?.closed) throw new ConversionError('canceled', 'The converter was stopped.');
    if (response?.stage === 'load') throw damaged(new Error(response.message));
    if (response?.stage === 'fonts') throw unreadableFont(given, response.message);
    if (response?.stage === 'pages') {
      throw new InputFault('invalid-range', 'has none of the pages in pageRanges', {
        cause: new Error(response.message),
      });
    }
    if (response)
      throw errorOf(host, 'failed', `LibreOffice failed to ${response.stage}: ${response.message}`);
    const message = `LibreOffice ended: ${await host.ended}.`;
    if (host instanceof ForkedHost) throw new ForkFailed(message);
    throw errorOf(host, 'crashed', message);
  }
}

/** A fork ended without an outcome. */
class ForkFailed extends Error {
  override readonly name = 'ForkFailed';
}

const isPackage = (format: string): boolean => /^(?:ooxml|odf)$/.test(formatNamed(format).family);

const damaged = (cause: Error): InputFault =>
  new InputFault('damaged-document', 'is damaged and cannot be read', { cause });
