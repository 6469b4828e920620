import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, type PDFRef, PDFStream } from 'pdf-lib';
import { decodeStream, filtersOf } from '#lib/engines/pdf/filters/decode-stream.ts';
import type { BuiltDocument } from '#lib/engines/pdf/finishing/built-document.ts';
import { OutputDocument } from '#lib/engines/pdf/output/output-document.ts';
import { WorkBudget } from '#lib/engines/pdf/work-budget.ts';

/** A structure element: its type, entries, and kids. A number is marked content of the page. */
export interface TagNode {
  type: string;
  entries?: Record<string, unknown>;
  kids?: readonly (TagNode | number)[];
}

export const tag = (type: string, ...kids: readonly (TagNode | number)[]): TagNode => ({ type, kids });

interface Parts {
  tree?: readonly TagNode[];
  /** Of the only page. */
  content?: string;
  roleMap?: Record<string, string>;
  annotations?: readonly Record<string, unknown>[];
  /** Forms by their names. */
  forms?: Record<string, string>;
  /** The maps to Unicode of composite fonts, by their names. */
  fonts?: Record<string, string>;
  catalog?: Record<string, unknown>;
}

/** A document of one page, before it is written. Without `tree` it has no tags. */
export function taggedDocument({
  tree,
  content,
  roleMap,
  annotations,
  forms = {},
  fonts = {},
  catalog = {},
}: Parts): BuiltDocument {
  const output = new OutputDocument();
  const { context } = output;
  const streamOf = (text: string, entries: Record<string, string> = {}) =>
    context.register(PDFRawStream.of(context.obj(entries), Buffer.from(text, 'latin1')));
  const drawn = Object.entries(forms).map(([name, text]) => {
    return [name, streamOf(text, { Type: 'XObject', Subtype: 'Form' })] as const;
  });
  const composite = Object.entries(fonts).map(([name, map]) => {
    const font = { Type: 'Font', Subtype: 'Type0', Encoding: 'Identity-H', ToUnicode: streamOf(map) };
    return [name, context.register(context.obj(font))] as const;
  });
  const page = context.register(
    context.obj({
      Type: 'Page',
      MediaBox: [0, 0, 600, 800],
      Resources: { XObject: Object.fromEntries(drawn), Font: Object.fromEntries(composite) },
      ...(content === undefined ? {} : { Contents: streamOf(content) }),
      ...(annotations
        ? { Annots: annotations.map((each) => context.register(context.obj(each as never))) }
        : {}),
    }),
  );
  const dict = context.obj({ Type: 'Catalog', ...catalog } as never) as unknown as PDFDict;
  if (tree) {
    const root = context.nextRef();
    const kids = tree.map((node) => elementOf(node, root));
    context.assign(
      root,
      context.obj({ Type: 'StructTreeRoot', K: kids, ...(roleMap ? { RoleMap: roleMap } : {}) }),
    );
    dict.set(PDFName.of('StructTreeRoot'), root);
  }
  return { output, context, catalog: dict, pages: [page], budget: new WorkBudget() };

  function elementOf({ type, entries = {}, kids = [] }: TagNode, parent: PDFRef): PDFRef {
    const ref = context.nextRef();
    const K = kids.map((kid) => (typeof kid === 'number' ? kid : elementOf(kid, ref)));
    context.assign(
      ref,
      context.obj({ Type: 'StructElem', S: type, P: parent, Pg: page, K, ...entries } as never),
    );
    return ref;
  }
}

/** The content and font for texts. Each is marked content with its index. U+FFFF is a glyph without a text. */
export function showing(texts: readonly string[]): { content: string; fonts: Record<string, string> } {
  const hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const shown = texts.map((text, mcid) => `/P <</MCID ${mcid}>> BDC BT /F 9 Tf <${hex(text)}> Tj ET EMC`);
  const map =
    '1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0000> <fffe> <0000> endbfrange';
  return { content: shown.join('\n'), fonts: { F: map } };
}

/** The content of the only page. */
export function contentOf({ context, pages: [page] }: BuiltDocument): string {
  const stream = context.lookup(context.lookup(page, PDFDict).get(PDFName.of('Contents')), PDFStream);
  const { contents } = new WorkBudget();
  const decoded = decodeStream(stream.getContents(), filtersOf(stream.dict) ?? [], contents);
  return Buffer.from(decoded?.bytes ?? []).toString('latin1');
}

/** The elements below the root as text: types, with kids in brackets. Marked content is its number, annotations `@`. */
export function treeOf({ context, catalog }: BuiltDocument): string {
  const root = context.lookup(catalog.get(PDFName.of('StructTreeRoot')), PDFDict);
  return kidsOf(root);

  function kidsOf(dict: PDFDict): string {
    const kids = dict.lookup(PDFName.of('K'));
    const list = kids instanceof PDFArray ? kids.asArray() : kids ? [kids] : [];
    return list.map((kid) => nodeOf(context.lookup(kid))).join(' ');
  }

  function nodeOf(kid: unknown): string {
    if (kid instanceof PDFNumber) return String(kid.asNumber());
    if (!(kid instanceof PDFDict)) return '?';
    const mcid = kid.get(PDFName.of('MCID'));
    if (mcid instanceof PDFNumber) return String(mcid.asNumber());
    if (kid.has(PDFName.of('Obj'))) return '@';
    const inner = kidsOf(kid);
    const type = kid.lookup(PDFName.of('S'), PDFName).decodeText();
    return inner === '' ? type : `${type}[${inner}]`;
  }
}

/** The first element of a type. */
export function firstTag({ context }: BuiltDocument, type: string): PDFDict {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFDict && object.get(PDFName.of('S')) === PDFName.of(type)) return object;
  }
  throw new Error(`there is no ${type}`);
}
