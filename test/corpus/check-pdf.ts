import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { objectsOf } from '../support/pdf-features.ts';
import { makePdf } from '../support/pdf.ts';
import { type OutlineNode, type PdfContents, readPdf } from '../support/read-pdf.ts';
import { type PdfService, Rejection } from './pdf-service.ts';
import { Appearance, percent, tolerance } from './appearance.ts';
import { classify, type FileClass, objections, pictures, rewritten, sizesByQpdf } from './pdf-tools.ts';

/** Pages of one file that are split off and looked at; more would take hours and show nothing new. */
const maxPages = 12;

const cover = await makePdf('Cover', 1);

/** The result of a PDF: everything that a conversion changed. */
export interface PdfFinding {
  kind: FileClass;
  /** Whether qpdf can rewrite it. */
  isUsable: boolean;
  rejected?: string;
  faults: string[];
  /** Differences from a damaged source, which readers interpret differently. */
  deviations: string[];
  /** The bytes of its parts, and of qpdf's of the same pages. */
  sizes: { parts: number; qpdf: number };
}

/** Merges a PDF between two known pages and splits it into its pages, and compares the results with the source. */
export async function checkPdf(service: PdfService, path: string): Promise<PdfFinding> {
  const finding: PdfFinding = { ...classify(path), faults: [], deviations: [], sizes: { parts: 0, qpdf: 0 } };
  try {
    await compare(service, path, finding);
  } catch (error) {
    if (error instanceof Rejection) finding.rejected = error.message;
    else finding.faults.push(String(error));
  }
  return finding;
}

async function compare(service: PdfService, path: string, finding: PdfFinding): Promise<void> {
  const content = readFileSync(path);
  const merged = await service.merge([cover, content, cover]);
  const count = merged.pages - 2;
  const fault = (what: string) => finding.faults.push(what);
  const shown = Math.min(count, maxPages);
  const originals = pictures(path, 1, shown);
  const look = new Appearance(path, originals);

  // Content that is corrupt in the file stays so: then qpdf objects to its own copy too.
  const copy = finding.kind === 'damaged' ? rewritten(path) : undefined;
  const judge = (bytes: Uint8Array) => (copy && objections(copy) ? '' : objections(bytes));
  const objection = judge(merged.bytes);
  if (objection) fault(`merge: ${objection}`);
  const mergedPages = pictures(merged.bytes, 2, shown + 1);
  for (let page = 1; page <= shown; page += 1) {
    const share = look.difference(page, mergedPages.get(page + 1));
    if (share > tolerance) fault(`merge: page ${page} differs in ${percent(share)}`);
  }
  const source = await readPdf(content).catch(() => undefined);
  const result = await readPdf(merged.bytes);
  if (result.texts.length !== count + 2) fault(`merge: ${result.texts.length} of ${count + 2} pages`);
  if (result.texts.at(0) !== 'Cover, page 1' || result.texts.at(-1) !== 'Cover, page 1')
    fault('merge: wrong order');
  if (source?.texts.length === count) {
    const list = finding.kind === 'damaged' ? finding.deviations : finding.faults;
    list.push(...lost(source, result).map((what) => `merge: ${what}`));
  }

  const pages = Array.from({ length: shown }, (_, index) => index + 1);
  const parts = await service.split(content, pages.join(','));
  for (const [index, part] of parts.entries()) {
    const page = index + 1;
    for (const what of await partFaults(part.bytes, judge)) fault(`part ${page}: ${what}`);
    const share = look.difference(page, pictures(part.bytes, 1, 1).get(1));
    if (share > tolerance) fault(`part ${page} differs in ${percent(share)}`);
    finding.sizes.parts += part.bytes.length;
  }
  finding.sizes.qpdf += sizesByQpdf(path, pages).reduce((sum, size) => sum + size, 0);
}

/** The faults of one page as a document. */
async function partFaults(bytes: Uint8Array, judge: (bytes: Uint8Array) => string): Promise<string[]> {
  const faults: string[] = [];
  const objection = judge(bytes);
  if (objection) faults.push(objection);
  const { document, orphans } = await objectsOf(bytes);
  if (orphans.length > 0) faults.push(`${orphans.length} objects that nothing refers to`);
  const objects = document.context.enumerateIndirectObjects();
  const pages = objects.filter(([, object]) =>
    /^<<[^>]*\/Type\s*\/Page\b/.test(object.toString().slice(0, 200)),
  );
  if (pages.length > 1) faults.push(`${pages.length} pages`);
  return faults;
}

/** What a reader finds in `source` and not in `result`, whose first page is from another document. */
function lost(source: PdfContents, result: PdfContents): string[] {
  const body = <T>(pages: readonly T[]) => pages.slice(1, -1);
  const shifted = (target: number | string) =>
    typeof target === 'number' && target >= 0 ? target + 1 : target;
  const expected: [string, unknown, unknown][] = [
    ['texts', source.texts, body(result.texts)],
    ['outline', alive(source.outline, shifted), alive(result.outline, (target) => target)],
    ['links', source.links.map((links) => links.map(shifted)), body(result.links)],
    ['fields', source.fields, result.fields],
    ['calculated fields', source.calculated, result.calculated],
    ['labels', source.labels, result.labels && body(result.labels)],
    ['attachments', source.attachments, result.attachments],
    ['layers', source.layers, result.layers],
    ['structure', ...structuresOf(source, body(result.structure))],
  ];
  return expected.flatMap(([what, before, after]) =>
    isDeepStrictEqual(before, after) ? [] : [`${what}: ${shorten(before)} became ${shorten(after)}`],
  );
}

/** The outline without entries that lead nowhere; how many entries one would show is the writer's to count. */
function alive(nodes: readonly OutlineNode[], target: (to: number | string) => number | string): unknown[] {
  return nodes.flatMap(({ title, to, kids }) => {
    const below = alive(kids, target);
    return to === -1 && below.length === 0 ? [] : [{ title, to: target(to), kids: below }];
  });
}

/**
 * The structure of each page before and after. Where pdf.js finds none in the source, a result may have one: the parent
 * tree, by which pdf.js finds it, is complete in results.
 */
function structuresOf(source: PdfContents, result: PdfContents['structure']) {
  const before = source.structure.map(emptyIsNone);
  return [before, result.map((node, page) => before[page] && emptyIsNone(node))] as const;
}

/** A page without tags, in a document that has some or in one that has none. */
const emptyIsNone = (node: PdfContents['structure'][number]) => (node && node.kids.length > 0 ? node : null);

const shorten = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
};
