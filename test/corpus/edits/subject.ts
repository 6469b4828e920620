import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Inspection } from '#lib/api/responses/inspection.ts';
import type { Judgement } from '../../fuzz/judges/page-judge.ts';
import { Appearance, percent, tolerance } from '../appearance.ts';
import type { EditFields, MadePdf, PdfService } from '../pdf-service.ts';
import { objections, pictures, rewritten } from '../pdf-tools.ts';
import type { Reader } from './readers.ts';

/** Pages of a document that are looked at. */
const maxPages = 5;

/** What a result of edits must have in common with the document that was edited. */
export interface Expectation {
  /** The page of the result that shows a page of the document; the same by default. */
  pageOf?: (page: number) => number;
  /** Whether pages look the same. True by default. */
  sameLook?: boolean;
  /** What the text of a page must be, or contain; that of the page by default. */
  text?: 'same' | 'any' | { contains: string };
  password?: string;
  /** The name of a reader that cannot judge it. */
  except?: string;
}

/** A document that is edited, and what readers see in it. */
export class Subject {
  readonly inspection: Inspection;
  readonly content: Buffer;
  readonly #service: PdfService;
  readonly #readers: readonly Reader[];
  readonly #folder = mkdtempSync(join(tmpdir(), 'pdf-edited-'));
  readonly #path: string;
  /** Of its first pages. */
  readonly look: Appearance;
  readonly #originals = new Map<Reader, Judgement>();
  /** The number of results that were read. */
  #results = 0;
  /** Whether qpdf objects to its own copy of the document: what is wrong in it stays wrong. */
  readonly #isFaulty: boolean;

  private constructor(
    path: string,
    content: Buffer,
    inspection: Inspection,
    { service, readers }: { service: PdfService; readers: readonly Reader[] },
  ) {
    this.content = content;
    this.inspection = inspection;
    this.#service = service;
    this.#readers = readers;
    this.#path = path;
    this.look = new Appearance(path, pictures(path, 1, this.shown));
    const copy = rewritten(path);
    this.#isFaulty = !copy || objections(copy) !== '';
  }

  /** @throws Rejection if the service rejects the document */
  static async open(
    path: string,
    tools: { service: PdfService; readers: readonly Reader[] },
  ): Promise<Subject> {
    const content = readFileSync(path);
    return new Subject(path, content, await tools.service.inspect(content), tools);
  }

  get pageCount(): number {
    return this.inspection.pageCount;
  }

  /** The number of pages, from the first, that are looked at. */
  get shown(): number {
    return Math.min(this.pageCount, maxPages);
  }

  /** Edits this document. */
  edit(fields: EditFields): Promise<MadePdf> {
    return this.#service.edit(this.content, fields);
  }

  /** Edits the result of an edit. */
  editAgain({ bytes }: MadePdf, fields: EditFields): Promise<MadePdf> {
    return this.#service.edit(Buffer.from(bytes), fields);
  }

  inspect({ bytes }: MadePdf, password?: string): Promise<Inspection> {
    return this.#service.inspect(Buffer.from(bytes), password);
  }

  /** Has qpdf and the readers open a result, and returns what they see otherwise than expected. */
  async compare(result: MadePdf, expectation: Expectation = {}): Promise<string[]> {
    const faults = result.pages === this.pageCount ? [] : [`${result.pages} of ${this.pageCount} pages`];
    const objection = this.#isFaulty ? '' : objections(result.bytes, expectation.password);
    if (objection) faults.push(`qpdf: ${objection}`);
    for (const reader of this.#readers) {
      if (reader.name !== expectation.except) faults.push(...(await this.#read(reader, result, expectation)));
    }
    if (expectation.sameLook ?? true) faults.push(...this.#differences(result, expectation));
    return faults;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The differences of the pages' pixels. */
  #differences({ bytes }: MadePdf, { pageOf = same, password }: Expectation): string[] {
    const { first, last } = this.#span(pageOf);
    const shown = pictures(bytes, first, last, password);
    return this.#pages().flatMap((page) => {
      const share = this.look.difference(page, shown.get(pageOf(page)));
      return share > tolerance ? [`page ${page} differs in ${percent(share)}`] : [];
    });
  }

  async #read(reader: Reader, { bytes }: MadePdf, expectation: Expectation): Promise<string[]> {
    const original = await this.#original(reader);
    // What a reader cannot open, or divides into other pages, it cannot judge.
    if ('error' in original || original.pages !== this.pageCount) return [];
    const { pageOf = same, password, text = 'same' } = expectation;
    const { first, last } = this.#span(pageOf);
    // A reader may still have the previous result open.
    const path = join(this.#folder, `result-${(this.#results += 1)}.pdf`);
    writeFileSync(path, bytes);
    const read = await reader.judge({ path, first, last, ...(password === undefined ? {} : { password }) });
    rmSync(path);
    if ('error' in read) return [`${reader.name}: ${read.error}`];
    if (read.pages !== this.pageCount) return [`${reader.name}: ${read.pages} of ${this.pageCount} pages`];
    return this.#pages().flatMap((page) => {
      const [before, after] = [original.texts[page - 1] ?? '', read.texts[pageOf(page) - first] ?? ''];
      return isExpected(text, before, after) ? [] : [`${reader.name}: other text on page ${page}`];
    });
  }

  async #original(reader: Reader): Promise<Judgement> {
    const known = this.#originals.get(reader);
    if (known) return known;
    const judgement = await reader.judge({ path: this.#path, first: 1, last: this.shown });
    this.#originals.set(reader, judgement);
    return judgement;
  }

  #pages(): number[] {
    return Array.from({ length: this.shown }, (_, index) => index + 1);
  }

  /** The pages of a result that the shown pages lie between. */
  #span(pageOf: (page: number) => number): { first: number; last: number } {
    const pages = this.#pages().map(pageOf);
    return { first: Math.min(...pages), last: Math.max(...pages) };
  }
}

const same = (page: number): number => page;

function isExpected(expected: Expectation['text'], before: string, after: string): boolean {
  if (expected === 'any') return true;
  return typeof expected === 'object' ? after.includes(expected.contains) : after === before;
}
