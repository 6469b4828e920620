import { type Key, keys } from '../keys.ts';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from '../objects.ts';
import type { Extent } from '../syntax/dict-entries.ts';
import { refOf } from '../syntax/references.ts';
import { hasKey, inheritable, type InheritableAttribute, keysOf, type PageKeys } from './page-keys.ts';
import type { PdfFile } from './pdf-file.ts';
import { referenceList } from './reference-list.ts';

/** For each inheritable attribute the object number of the nearest ancestor that has it. */
export type Inheritance = Readonly<Partial<Record<InheritableAttribute, number>>>;

export interface TreeLeaf {
  number: number;
  /** The attributes that the page itself lacks. */
  inheritance: Inheritance;
  page: TreePage;
}

/** The properties of a page that are known without parsing it. */
export interface TreePage {
  keys: PageKeys;
  /** The positions of these values; undefined if they are absent, or if the page had to be parsed. */
  resources: Extent | undefined;
  annotations: Extent | undefined;
  /** `StructParents`, if it is known without parsing. */
  structureKey: number | undefined;
}

export interface PageTree {
  leaves: TreeLeaf[];
  /** The object numbers of the nodes between the catalog and the pages. */
  nodes: Set<number>;
}

/** A dictionary in the page tree. */
interface TreeNode {
  page: TreePage;
  kids: number[] | undefined;
  isPage: boolean;
}

/**
 * Walks a page tree from the node `root`, in order and without recursion. Visits each node once, so neither cycles nor
 * shared branches multiply pages.
 *
 * @throws InputFault `file-too-large` if there are too many pages
 */
export function walkPageTree(file: PdfFile, root: number): PageTree {
  const tree: PageTree = { leaves: [], nodes: new Set() };
  const open: Pick<TreeLeaf, 'number' | 'inheritance'>[] = [{ number: root, inheritance: {} }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { number, inheritance } = next;
    if (tree.nodes.has(number)) {
      file.note('page-missing');
      continue;
    }
    const node = readNode(file, number);
    if (node?.kids) {
      tree.nodes.add(number);
      const inherited = inheritanceBelow(number, node.page.keys, inheritance);
      for (const kid of node.kids.toReversed()) open.push({ number: kid, inheritance: inherited });
    } else if (node?.isPage) {
      file.addPages(1);
      const { page } = node;
      tree.leaves.push({ number, inheritance: inheritanceWithout(page.keys, inheritance), page });
    } else if (number !== root) {
      file.fail(`page ${number} is missing`);
      file.note('page-missing');
    }
  }
  return tree;
}

function inheritanceBelow(number: number, keys: PageKeys, above: Inheritance): Inheritance {
  const attributes = inheritable.filter((attribute) => hasKey(keys, attribute));
  if (attributes.length === 0) return above;
  return { ...above, ...Object.fromEntries(attributes.map((attribute) => [attribute, number])) };
}

function inheritanceWithout(own: PageKeys, above: Inheritance): Inheritance {
  if (!inheritable.some((attribute) => attribute in above && hasKey(own, attribute))) return above;
  return Object.fromEntries(
    Object.entries(above).filter(([name]) => !hasKey(own, name as InheritableAttribute)),
  );
}

function readNode(file: PdfFile, number: number): TreeNode | undefined {
  const entries = file.entriesOf(number);
  if (!entries) return parsedNode(file, number);
  const isTyped = entries.isNamed('Type', 'Page');
  const kidsExtent = isTyped ? undefined : entries.extent('Kids');
  let kids: number[] | undefined;
  if (kidsExtent) {
    kids = referenceList(file, entries.bytes, kidsExtent.start, kidsExtent.end);
    if (!kids) return parsedNode(file, number);
  }
  return {
    kids,
    isPage: isTyped || looksLikePage(entries.name('Type'), (key) => entries.has(key)),
    page: {
      keys: keysOf(entries),
      resources: entries.extent('Resources'),
      annotations: entries.extent('Annots'),
      structureKey: entries.integer('StructParents'),
    },
  };
}

/**
 * Whether a dictionary is a page. Without a type, or with a wrong one, it is if it has entries that only pages have.
 */
function looksLikePage(type: string | undefined, has: (key: Key) => boolean): boolean {
  if (type === 'Page' || type === 'Template') return true;
  // A node of the tree that has lost its kids.
  if (type === 'Pages') return false;
  return has('Contents') || has('MediaBox') || has('Resources') || (type === undefined && has('Parent'));
}

/** Reads a node leniently, if it is malformed or unusual. */
function parsedNode(file: PdfFile, number: number): TreeNode | undefined {
  const object = file.context.lookup(refOf(number));
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return undefined;
  const type = dict.lookup(keys.Type);
  const typeName = type instanceof PDFName ? type.decodeText() : undefined;
  const kids = typeName === 'Page' ? undefined : dict.lookup(keys.Kids);
  return {
    kids: kids instanceof PDFArray ? parsedKids(file, kids) : undefined,
    isPage: looksLikePage(typeName, (key) => dict.has(keys[key])),
    page: parsedPage(dict),
  };
}

/** The same for a parsed page. */
export function parsedPage(dict: PDFDict): TreePage {
  return {
    keys: keysOf({ has: (key) => dict.get(keys[key]) !== undefined }),
    resources: undefined,
    annotations: undefined,
    structureKey: undefined,
  };
}

function parsedKids(file: PdfFile, kids: PDFArray): number[] {
  file.reading.parsed(kids.size());
  return kids.asArray().flatMap((kid) => numberOf(file, kid));
}

/** The object number of a kid. A kid inside the array itself, which is not allowed, gets a new number. */
function numberOf(file: PdfFile, kid: PDFObject): number[] {
  if (kid instanceof PDFRef) return [kid.objectNumber];
  return kid instanceof PDFDict ? [file.context.register(kid).objectNumber] : [];
}
