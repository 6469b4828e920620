import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Native } from '../../../base/processes/native.ts';
import { fontLoader } from './font-loader.ts';
import { FontTracking } from './font-tracking.ts';
import {
  type FontUse,
  type HostJob,
  type HostResult,
  longestSheetName,
  mostSheets,
  outputNameOf,
  sheetNameOf,
} from './host-protocol.ts';
import { kitModeSwitch } from './kit-mode.ts';
import { solarMutex } from './solar-mutex.ts';

type Prototype = ReturnType<Native['proto']>;

/**
 * Stack size for LibreOffice, in bytes: deeply nested documents exceed koffi's default. A process usually has 8 MiB;
 * this is koffi's maximum.
 */
export const stackSize = 16 * 1024 * 1024;

const pointerSize = 8;

// Indexes in struct _LibreOfficeKitClass and _LibreOfficeKitDocumentClass (LibreOfficeKit/LibreOfficeKit.h), which only
// ever grow at the end. Both start with their own size.
const office = { getError: 3, documentLoadWithOptions: 4, runLoop: 13 } as const;
const documentClass = { destroy: 1, saveAs: 2, getParts: 4, getPart: 6, setPart: 7, getPartName: 8 } as const;

/**
 * Without Batch, LibreOffice waits forever for an answer to its questions about damaged documents and passwords; with
 * it, the load fails instead. Without Language, text that declares no language is English in one process and has no
 * language in the next.
 */
const loadOptions = ({ language, importOptions }: LoadOptions): string =>
  [
    'Batch=true',
    ...(language === undefined ? [] : [`Language=${language}`]),
    ...(importOptions === undefined ? [] : [importOptions]),
  ].join(',');

export interface LoadOptions {
  /** Language (BCP 47) of text that declares none. Default: English. */
  language?: string | undefined;
  /** Options of the import filter, for formats whose filter has any. */
  importOptions?: string | undefined;
}

/** RTL_TEXTENCODING_UTF8 (sal/inc/rtl/textenc.h). */
const utf8 = 76;

/** What LibreOffice writes. */
export type OutputOptions = Pick<HostJob, 'format' | 'filterOptions' | 'eachSheet'>;

/** What it writes for the documents that it converts in advance. */
export const warmUpOutput: OutputOptions = { format: 'pdf', filterOptions: '' };

/** LibreOffice's own error when it could not read or write a document. */
export class KitError extends Error {
  readonly stage: 'fonts' | 'load' | 'pages' | 'save';

  constructor(stage: KitError['stage'], message: string) {
    super(message);
    this.stage = stage;
  }
}

/** The same options for all pages of a PDF; undefined if they already apply to all pages. */
function withoutPageRange({ format, filterOptions }: OutputOptions): OutputOptions | undefined {
  if (format !== 'pdf' || filterOptions === '') return undefined;
  const { PageRange: pageRange, ...others } = JSON.parse(filterOptions) as Record<string, unknown>;
  return pageRange === undefined ? undefined : { format, filterOptions: JSON.stringify(others) };
}

/**
 * LibreOffice in this process, through LibreOfficeKit. All calls are synchronous and on the main thread, as LibreOffice
 * requires. No callback is registered: LibreOffice would call it from another thread, and koffi would make that thread
 * wait for this one.
 *
 * There is no clean shutdown: LibreOffice aborts in its destructors. Kill the process.
 */
export class LibreOfficeKit {
  /** libmergedlo. */
  readonly library: ReturnType<Native['load']>;
  readonly #native: Native;
  readonly #kit: unknown;
  /** Of the last document. */
  #language: string | undefined;
  readonly #program: string;
  readonly #fonts: FontTracking;
  readonly #switchMode: (isOn: boolean) => void;
  readonly #whileOthersWait: <T>(use: () => T) => T;
  readonly #prototypes: Record<
    'load' | 'save' | 'destroy' | 'getError' | 'getNumber' | 'setPart' | 'getPartName',
    Prototype
  >;

  /**
   * @param program LibreOffice's `program` folder
   * @param profile a folder that LibreOffice may create for its settings
   * @throws Error when LibreOffice does not start
   */
  constructor(native: Native, program: string, profile: string) {
    const library = native.load(join(program, 'libmergedlo.so'), { lazy: true });
    const hook = library.func('void *libreofficekit_hook_2(str, str)') as (
      program: string,
      profile: string,
    ) => unknown;
    this.library = library;
    this.#native = native;
    this.#program = program;
    this.#fonts = new FontTracking(native, library);
    this.#switchMode = kitModeSwitch(library);
    this.#whileOthersWait = solarMutex(library);
    this.#prototypes = {
      load: native.proto('void *', ['void *', 'str', 'str']),
      save: native.proto('int', ['void *', 'str', 'str', 'str']),
      destroy: native.proto('void', ['void *']),
      getError: native.proto('str', ['void *']),
      getNumber: native.proto('int', ['void *']),
      setPart: native.proto('void', ['void *', 'int']),
      getPartName: native.proto('str', ['void *', 'int']),
    };
    this.#kit = hook(program, pathToFileURL(profile).href);
    if (this.#kit === null) throw new Error('LibreOffice did not start');
  }

  /**
   * Gives this process fonts besides those of the layer.
   *
   * @throws KitError when LibreOffice cannot read one; its message is the index
   */
  addFonts(files: readonly string[]): void {
    if (files.length === 0) return;
    const loadFont = fontLoader(this.#native, this.#program, this.library);
    this.#whileOthersWait(() => {
      const unreadable = files.findIndex((file) => !loadFont(file));
      if (unreadable >= 0) throw new KitError('fonts', `${unreadable}`);
    });
  }

  /**
   * Converts a file.
   *
   * @param folder for the output: a file named by `outputNameOf`, or one for each sheet named by `sheetNameOf`
   * @throws KitError when LibreOffice cannot read or write the document
   */
  convert(inputFile: string, folder: string, output: OutputOptions, load: LoadOptions = {}): HostResult {
    const document = this.#load(inputFile, load);
    if (output.eachSheet) return { fonts: [], sheets: this.#writeSheets(document, folder, output) };
    const outputFile = join(folder, outputNameOf(output.format));
    return { fonts: this.#whileOthersWait(() => this.#write(document, outputFile, output)), sheets: [] };
  }

  /** Converts a file to PDF and closes it, so that the next document finds everything loaded and nothing of this one. */
  warmUp(inputFile: string, outputFile: string): void {
    const document = this.#load(inputFile);
    this.#whileOthersWait(() => this.#write(document, outputFile, warmUpOutput));
    this.#call(document, documentClass.destroy, this.#prototypes.destroy);
  }

  /** Gives this process random numbers of its own (`RAND()`): a fork has those of the process that forked it. */
  reseed(): void {
    (this.library.func('void _ZN10comphelper3rng6reseedEv()') as () => void)();
  }

  /**
   * Makes this thread LibreOffice's main thread, and runs `main` on it. LibreOffice must have been started with
   * `SAL_LOK_OPTIONS=unipoll`: it then has no thread of its own for its events, and asks for them by a callback, which
   * stands for poll(2).
   *
   * @param main does not return
   */
  runLoop(main: () => never): void {
    const native = this.#native;
    const poll = native.pointer(native.proto('int (void *data, int microseconds)'));
    let isRunning = false;
    const callback = native.register(() => {
      // LibreOffice also asks for events while it reads and writes documents. There are none.
      if (!isRunning) {
        isRunning = true;
        main();
      }
      return 0;
    }, poll);
    // LibreOffice's other threads call this function to end the wait for events. It must be native: a thread that
    // called JavaScript would wait for this one. Any function without parameters will do.
    const wake: unknown = native.load(null).symbol('getppid', 'void *');
    const prototype = native.proto('void', ['void *', poll, 'void *', 'void *']);
    // The last argument is passed to `poll`. LibreOffice takes null for the absence of the callbacks.
    this.#call(this.#kit, office.runLoop, prototype, callback, wake, this.#kit);
  }

  #load(inputFile: string, { language = 'en-US', importOptions }: LoadOptions = {}): unknown {
    const { href } = pathToFileURL(inputFile);
    const { load } = this.#prototypes;
    // LibreOffice takes milliseconds to validate a language. It keeps the last one, and forks have it too.
    const options = loadOptions(
      language === this.#language ? { importOptions } : { language, importOptions },
    );
    this.#language = language;
    const document = this.#call(this.#kit, office.documentLoadWithOptions, load, href, options);
    if (document === null) throw new KitError('load', this.#lastError());
    return document;
  }

  /** Writes each sheet of a workbook that is not hidden: a filter for one sheet writes the selected one. */
  #writeSheets(document: unknown, folder: string, output: OutputOptions): string[] {
    this.#useUtf8();
    const { getNumber, setPart, getPartName } = this.#prototypes;
    const count = this.#call(document, documentClass.getParts, getNumber) as number;
    return Array.from({ length: Math.min(count, mostSheets) }, (_, index) => {
      this.#call(document, documentClass.setPart, setPart, index);
      // LibreOffice selects no hidden sheet.
      if (this.#call(document, documentClass.getPart, getNumber) !== index) return '';
      const outputFile = join(folder, sheetNameOf(output.format, index));
      if (!this.#save(document, outputFile, output)) throw new KitError('save', this.#lastError());
      const name = this.#call(document, documentClass.getPartName, getPartName, index);
      return typeof name === 'string' ? name.slice(0, longestSheetName) : '';
    });
  }

  /** Writes a document with LibreOfficeKit's mode off, which LibreOffice's other threads must not observe. */
  #write(document: unknown, outputFile: string, output: OutputOptions): FontUse[] {
    this.#switchMode(false);
    this.#fonts.start();
    try {
      if (this.#save(document, outputFile, output)) return this.#fonts.finish();
      const message = this.#lastError();
      // LibreOffice reports missing pages as a failure to write. Checks for that case.
      const allPages = withoutPageRange(output);
      const pagesAreMissing = allPages !== undefined && this.#save(document, outputFile, allPages);
      throw new KitError(pagesAreMissing ? 'pages' : 'save', message);
    } finally {
      this.#switchMode(true);
    }
  }

  /**
   * Makes UTF-8 the encoding of texts. LibreOfficeKit puts a space before each filter option but the first, and the filter
   * for CSV then ignores the option for its encoding.
   */
  #useUtf8(): void {
    const system = this.#native.load(join(this.#program, 'libuno_sal.so.3'));
    const setEncoding = system.func('uint16_t osl_setThreadTextEncoding(uint16_t)') as (
      encoding: number,
    ) => number;
    setEncoding(utf8);
  }

  #save(document: unknown, outputFile: string, { format, filterOptions }: OutputOptions): boolean {
    const { href } = pathToFileURL(outputFile);
    const options = filterOptions === '' ? null : filterOptions;
    return this.#call(document, documentClass.saveAs, this.#prototypes.save, href, format, options) === 1;
  }

  #lastError(): string {
    const message = this.#call(this.#kit, office.getError, this.#prototypes.getError);
    return typeof message === 'string' ? message : '';
  }

  /** Calls the function at `position` in the table whose address is the first field of `object`. */
  #call(object: unknown, position: number, prototype: Prototype, ...args: readonly unknown[]): unknown {
    const table: unknown = this.#native.decode(object, 'void *');
    const method: unknown = this.#native.decode(table, position * pointerSize, 'void *');
    return this.#native.call(method, prototype, object, ...args);
  }
}
