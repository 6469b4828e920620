import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { loadNative } from '#lib/base/processes/native.ts';
import type { JudgeRequest, Judgement } from './page-judge.ts';

/** A separate process, since damaged files can crash PDFium, which is native code. Responds to each line of input. */

const [koffiFile = '', libraryFile = ''] = process.argv.slice(2);
const library = loadNative(koffiFile).load(libraryFile);

type Pointer = object | null;
const initialize = library.func('void FPDF_InitLibrary()') as () => void;
const load = library.func('void *FPDF_LoadMemDocument(const uint8_t *, int, const char *)') as (
  bytes: Uint8Array,
  length: number,
  password: string | null,
) => Pointer;
const close = library.func('void FPDF_CloseDocument(void *)') as (document: Pointer) => void;
const countPages = library.func('int FPDF_GetPageCount(void *)') as (document: Pointer) => number;
const loadPage = library.func('void *FPDF_LoadPage(void *, int)') as (
  document: Pointer,
  index: number,
) => Pointer;
const closePage = library.func('void FPDF_ClosePage(void *)') as (page: Pointer) => void;
const loadText = library.func('void *FPDFText_LoadPage(void *)') as (page: Pointer) => Pointer;
const closeText = library.func('void FPDFText_ClosePage(void *)') as (text: Pointer) => void;
const countCharacters = library.func('int FPDFText_CountChars(void *)') as (text: Pointer) => number;
const readText = library.func('int FPDFText_GetText(void *, int, int, _Out_ uint16_t *)') as (
  text: Pointer,
  start: number,
  count: number,
  units: Uint16Array,
) => number;

function textOf(document: Pointer, index: number): string {
  const page = loadPage(document, index);
  if (page === null) throw new Error(`page ${index + 1} cannot be loaded`);
  const text = loadText(page);
  const units = new Uint16Array(countCharacters(text) + 1);
  readText(text, 0, units.length - 1, units);
  closeText(text);
  closePage(page);
  return Buffer.from(units.buffer).toString('utf16le').replace(/\0+$/, '');
}

function judge({ path, first, last, password }: JudgeRequest): Judgement {
  // PDFium reads from these bytes until the document is closed.
  const bytes = readFileSync(path);
  const document = load(bytes, bytes.length, password ?? null);
  if (document === null) return { error: 'the document cannot be loaded' };
  try {
    const texts = Array.from({ length: last - first + 1 }, (_, page) => textOf(document, first - 1 + page));
    return { pages: countPages(document), texts };
  } catch (error) {
    return { error: String(error) };
  } finally {
    close(document);
  }
}

initialize();
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(judge(JSON.parse(line) as JudgeRequest)));
}
