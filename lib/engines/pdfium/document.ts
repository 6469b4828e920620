import { InputFault } from '../../base/input-fault.ts';
import { type FontSource, provideFonts } from './fonts/system-fonts.ts';
import { OutOfMemory, type PdfiumProgram, takeProgram } from './program.ts';

/** A PDF that PDFium has opened. */
export interface PdfiumDocument {
  readonly program: PdfiumProgram;
  /** PDFium's handle of the document. */
  readonly handle: number;
  readonly pageCount: number;
}

export interface OpenOptions {
  /** Memory that PDFium can take for the document, its bytes included. */
  memoryBytes?: number | undefined;
  /** The fonts for text whose font is not embedded. Without, PDFium has its own Latin ones. */
  fonts?: FontSource | undefined;
}

/**
 * Opens a PDF in a new instance of PDFium, and runs `work` with it. The memory of the instance is released when its
 * document is no longer referenced.
 *
 * @param content not encrypted
 * @throws InputFault `damaged-document` when PDFium cannot open the document or fails, `file-too-large` when it takes more
 *   memory than it can have; what `work` throws
 */
export async function withPdfium<T>(
  content: Uint8Array,
  { memoryBytes, fonts }: OpenOptions,
  work: (document: PdfiumDocument) => T | Promise<T>,
): Promise<T> {
  const program = await takeProgram(memoryBytes);
  try {
    if (fonts) provideFonts(program, fonts);
    const document = open(program, content);
    const result = await work(document);
    if (program.ranOutOfMemory) throw new OutOfMemory();
    return result;
  } catch (error) {
    throw asFault(error, program);
  }
}

function open(program: PdfiumProgram, content: Uint8Array): PdfiumDocument {
  const { calls } = program;
  const handle = calls.FPDF_LoadMemDocument(program.copy(content), content.length, '');
  if (handle === 0) throw new InputFault('damaged-document', 'is damaged beyond repair');
  return { program, handle, pageCount: calls.FPDF_GetPageCount(handle) };
}

/**
 * Runs `work` with a page. The page is closed when `work` has ended.
 *
 * @param index from 0
 * @throws InputFault `damaged-document` when PDFium cannot load the page
 */
export function withPage<T>(document: PdfiumDocument, index: number, work: (page: number) => T): T {
  const page = loadPage(document, index);
  try {
    return work(page);
  } finally {
    document.program.calls.FPDF_ClosePage(page);
  }
}

/**
 * Opens pages of a document one after another. PDFium releases a font with the last page that shows it, so each page stays
 * open while the next one is in use: otherwise the fonts of a document would be read again for each page.
 */
export class PageSequence {
  readonly #document: PdfiumDocument;
  /** PDFium's handle of the last page; 0 if there is none. */
  #last = 0;

  constructor(document: PdfiumDocument) {
    this.#document = document;
  }

  /**
   * Runs `work` with a page.
   *
   * @param index from 0
   * @throws InputFault `damaged-document` when PDFium cannot load the page
   */
  with<T>(index: number, work: (page: number) => T): T {
    const page = loadPage(this.#document, index);
    try {
      return work(page);
    } finally {
      this.close();
      this.#last = page;
    }
  }

  /** Closes the last page. */
  close(): void {
    if (this.#last !== 0) this.#document.program.calls.FPDF_ClosePage(this.#last);
    this.#last = 0;
  }
}

/**
 * Loads a page, which the caller closes.
 *
 * @returns PDFium's handle
 * @throws InputFault `damaged-document` when PDFium cannot load the page
 */
export function loadPage({ program: { calls }, handle }: PdfiumDocument, index: number): number {
  const page = calls.FPDF_LoadPage(handle, index);
  if (page !== 0) return page;
  throw new InputFault('damaged-document', `has a page that cannot be read: page ${index + 1}`);
}

/** A program that aborts, leaves its memory or its stack, throws. */
function asFault(error: unknown, { ranOutOfMemory }: PdfiumProgram): unknown {
  const failed = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  if (error instanceof OutOfMemory || (failed && ranOutOfMemory)) {
    return new InputFault('file-too-large', 'exceeds the memory limit for one request', {
      cause: error,
    });
  }
  return failed ? new InputFault('damaged-document', 'cannot be processed', { cause: error }) : error;
}
