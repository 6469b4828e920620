import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { Char, isDigit } from '../syntax/characters.ts';
import { endOfValue } from '../syntax/dict-entries.ts';
import { ReferenceReader, skipSpace } from '../syntax/lexer.ts';
import type { PdfFile } from './pdf-file.ts';

/** The attributes that pages inherit from nodes of the tree (PDF 32000-1, 7.7.3.4). */
export const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
export type InheritableAttribute = (typeof inheritable)[number];

/** For each attribute the number of the nearest node above that has it. */
export type Inheritance = Readonly<Partial<Record<InheritableAttribute, number>>>;

export interface TreeLeaf {
  number: number;
  /** The attributes that the page does not have itself. */
  inheritance: Inheritance;
}

export interface PageTree {
  leaves: TreeLeaf[];
  /** The numbers of the nodes between catalog and pages. */
  nodes: Set<number>;
}

/** What the walk needs to know of a dictionary in the tree. */
interface TreeNode {
  kids: number[] | undefined;
  isPage: boolean;
  attributes: InheritableAttribute[];
}

/**
 * Walks a page tree from the node of that number, in order and without recursion. A node met twice is entered once,
 * so neither cycles nor shared branches multiply.
 *
 * @throws AppError `file-too-large` with too many pages
 */
export function walkPageTree(file: PdfFile, root: number): PageTree {
  const tree: PageTree = { leaves: [], nodes: new Set() };
  const open: TreeLeaf[] = [{ number: root, inheritance: {} }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { number, inheritance } = next;
    if (tree.nodes.has(number)) {
      file.note('page-missing');
      continue;
    }
    const node = readNode(file, number);
    if (node?.kids) {
      tree.nodes.add(number);
      const inherited = inheritanceBelow(number, node.attributes, inheritance);
      for (const kid of node.kids.toReversed()) open.push({ number: kid, inheritance: inherited });
    } else if (node?.isPage) {
      file.addPages(1);
      tree.leaves.push({ number, inheritance: inheritanceWithout(node.attributes, inheritance) });
    } else if (number !== root) {
      file.fail(`page ${number} is missing`);
      file.note('page-missing');
    }
  }
  return tree;
}

function inheritanceBelow(
  number: number,
  attributes: InheritableAttribute[],
  above: Inheritance,
): Inheritance {
  if (attributes.length === 0) return above;
  return { ...above, ...Object.fromEntries(attributes.map((attribute) => [attribute, number])) };
}

function inheritanceWithout(own: InheritableAttribute[], above: Inheritance): Inheritance {
  if (!own.some((attribute) => attribute in above)) return above;
  return Object.fromEntries(
    Object.entries(above).filter(([name]) => !own.includes(name as InheritableAttribute)),
  );
}

function readNode(file: PdfFile, number: number): TreeNode | undefined {
  const located = file.locate(number);
  if (!located) return parsedNode(file, number);
  const { bytes, start, end } = located;
  const entries = file.entries(bytes, start, end);
  if (!entries) return parsedNode(file, number);
  const kidsExtent = entries.extent('Kids');
  let kids: number[] | undefined;
  if (kidsExtent && entries.name('Type') !== 'Page') {
    kids = kidNumbers(file, bytes, kidsExtent.start, kidsExtent.end);
    if (!kids) return parsedNode(file, number);
  }
  const type = entries.name('Type');
  return {
    kids,
    isPage: looksLikePage(type, (key) => entries.has(key)),
    attributes: inheritable.filter((attribute) => entries.has(attribute)),
  };
}

/** A dictionary without a type, or with a wrong one, is a page when it has what only pages have. */
function looksLikePage(type: string | undefined, has: (key: string) => boolean): boolean {
  if (type === 'Page' || type === 'Template') return true;
  // A node of the tree whose kids are lost.
  if (type === 'Pages') return false;
  return has('Contents') || has('MediaBox') || has('Resources') || (type === undefined && has('Parent'));
}

const reference = new ReferenceReader();

/** The numbers of an array of references; undefined when it is anything else. */
function kidNumbers(file: PdfFile, bytes: Buffer, start: number, end: number): number[] | undefined {
  if (isDigit(bytes[start]) && reference.reference(bytes, start, end)) {
    const located = file.locate(reference.number);
    if (!located) return undefined;
    const arrayStart = skipSpace(located.bytes, located.start, located.end);
    const arrayEnd = endOfValue(located.bytes, arrayStart, located.end, file.budget.limits.depth);
    if (arrayEnd < 0 || located.bytes[arrayStart] !== Char.bracketOpen) return undefined;
    return kidNumbers(file, located.bytes, arrayStart, arrayEnd);
  }
  if (bytes[start] !== Char.bracketOpen) return undefined;
  // Many nodes can share one array.
  file.reading.read(end - start);
  const numbers: number[] = [];
  let at = skipSpace(bytes, start + 1, end);
  while (at < end - 1) {
    if (!reference.reference(bytes, at, end)) return undefined;
    numbers.push(reference.number);
    at = skipSpace(bytes, reference.end, end);
  }
  return numbers;
}

/** The lenient way, for dictionaries that are not well-formed or hold other things than usual. */
function parsedNode(file: PdfFile, number: number): TreeNode | undefined {
  const dict = file.context.lookup(PDFRef.of(number));
  if (!(dict instanceof PDFDict)) return undefined;
  const type = dict.lookup(PDFName.of('Type'));
  const typeName = type instanceof PDFName ? type.decodeText() : undefined;
  const kids = typeName === 'Page' ? undefined : dict.lookup(PDFName.of('Kids'));
  return {
    kids: kids instanceof PDFArray ? parsedKids(file, kids) : undefined,
    isPage: looksLikePage(typeName, (key) => dict.has(PDFName.of(key))),
    attributes: inheritable.filter((attribute) => dict.has(PDFName.of(attribute))),
  };
}

function parsedKids(file: PdfFile, kids: PDFArray): number[] {
  file.reading.parsed(kids.size());
  return kids.asArray().flatMap((kid) => numberOf(file, kid));
}

/** The number of a kid; one that stands in the array itself, which it must not, gets a number of its own. */
function numberOf(file: PdfFile, kid: PDFObject): number[] {
  if (kid instanceof PDFRef) return [kid.objectNumber];
  return kid instanceof PDFDict ? [file.context.register(kid).objectNumber] : [];
}
