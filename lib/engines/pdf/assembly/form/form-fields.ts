import { keys } from '../../keys.ts';
import type { PDFContext, PDFDict, PDFRef } from '../../objects.ts';
import { rootsOf } from './form-roots.ts';
import { asDict, dictAt, nameAt, refsAt } from '../lookup.ts';
import { perSource } from '../per-source.ts';

/** A node of a form's field tree (PDF 32000-1, 12.7.3): a field, one of its widgets, or both in one dictionary. */
export interface FieldNode {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly parent: FieldNode | undefined;
  /** `Tx`, `Btn`, `Ch` or `Sig`; inherited if the node has none. */
  readonly type: string | undefined;
  readonly kids: FieldNode[];
}

export interface SourceForm {
  readonly dict: PDFDict;
  readonly roots: readonly FieldNode[];
  /** All nodes, each after its parent. */
  readonly nodes: ReadonlyMap<PDFRef, FieldNode>;
  /** Whether any signature field is signed. */
  readonly isSigned: boolean;
}

/** The form of a source; undefined if there is none. */
export const formOf = perSource((source): SourceForm | undefined => {
  const form = dictAt(source.catalog, keys.AcroForm);
  if (!form) return undefined;
  const tree = readFieldTree(source.context, rootsOf(source, form));
  return { dict: form, ...tree, isSigned: [...tree.nodes.values()].some(isSignature) };
});

/** Reads the nodes of field trees with these roots. Each is read once, so cycles end. */
export function readFieldTree(
  context: PDFContext,
  refs: readonly PDFRef[],
): Pick<SourceForm, 'roots' | 'nodes'> {
  const roots: FieldNode[] = [];
  const nodes = new Map<PDFRef, FieldNode>();
  const open: { ref: PDFRef; parent: FieldNode | undefined }[] = [];
  const openAll = (all: readonly PDFRef[], parent: FieldNode | undefined) => {
    for (const ref of all.toReversed()) open.push({ ref, parent });
  };
  openAll(refs, undefined);
  for (let next = open.pop(); next; next = open.pop()) {
    const { ref, parent } = next;
    const dict = asDict(context.lookup(ref));
    if (!dict || nodes.has(ref)) continue;
    const node = { ref, dict, parent, type: nameAt(dict, keys.FT) ?? parent?.type, kids: [] };
    nodes.set(ref, node);
    (parent?.kids ?? roots).push(node);
    openAll(refsAt(dict, keys.Kids), node);
  }
  return { roots, nodes };
}

/** Whether a field is a signature field and signed. */
export const isSignature = ({ dict, type }: FieldNode): boolean =>
  type === 'Sig' && dict.get(keys.V) !== undefined;
