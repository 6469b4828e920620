import { keys } from '../../keys.ts';
import {
  PDFBool,
  type PDFContext,
  type PDFDict,
  PDFHexString,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from '../../objects.ts';
import { arrayOf, dictOf } from '../object-builders.ts';
import { annotationsOf } from '../pages/annotations.ts';
import type { Excerpt } from '../excerpt.ts';
import { type FieldNode, formOf, isSignature, type SourceForm } from './form-fields.ts';
import { appearanceString, fontsOf, FormResources, withFonts } from './form-resources.ts';
import { keepFields, pruneStrayFields } from './kept-fields.ts';
import { arrayAt, bytesOf, isString, isTrueAt, numberAt, resolved, textAt } from '../lookup.ts';
import { UniqueNames } from '../names/unique-names.ts';

/** Defaults of the form for fields without their own (PDF 32000-1, table 218). */
interface Defaults {
  appearance: string | undefined;
  alignment: number;
}

/**
 * The interactive form of the result (PDF 32000-1, 12.7): the fields of all sources. A field is renamed if an earlier
 * source has a field of that name; it keeps its value.
 */
export class Form {
  readonly #names = new UniqueNames((name, count) => `${name}_${count}`);
  readonly #resources = new FormResources();
  readonly #kept: { excerpt: Excerpt; form: SourceForm; isKept: (node: FieldNode) => boolean }[] = [];
  #defaults: Defaults | undefined;
  #needsAppearances = false;
  #hasSignature = false;
  /** New names of renamed fields, by their old names. */
  readonly renamed = new Map<Excerpt, ReadonlyMap<string, string>>();

  /** Excerpts whose fields are kept. */
  get excerpts(): readonly Excerpt[] {
    return this.#kept.map(({ excerpt }) => excerpt);
  }

  /**
   * Selects the fields to keep from an excerpt's form and adapts them to the other forms. Call it before anything is
   * copied.
   *
   * @param prune whether fonts that no field names are removed
   */
  add(excerpt: Excerpt, prune: boolean): void {
    const form = formOf(excerpt.source);
    pruneStrayFields(excerpt, form);
    if (!form) return;
    const isKept = keepFields(excerpt, form);
    const nodes = [...form.nodes.values()].filter(isKept);
    if (nodes.length === 0 && !excerpt.whole) return;
    this.#kept.push({ excerpt, form, isKept });
    this.#needsAppearances ||= isTrueAt(form.dict, keys.NeedAppearances);
    this.#hasSignature ||= nodes.some(isSignature);
    this.#rename(excerpt, form, isKept);
    const fonts = this.#resources.add(excerpt, form.dict, prune ? usedFonts(form, nodes) : undefined);
    if (fonts.size > 0) renameFonts(excerpt, form, nodes, fonts);
    this.#applyDefaults(excerpt, form, isKept, fonts);
  }

  /** Copies the fields; undefined if there are none. */
  write(context: PDFContext): PDFRef | undefined {
    if (this.#kept.length === 0) return undefined;
    const fields = this.#kept.flatMap(({ excerpt, form, isKept }) =>
      form.roots.filter(isKept).map(({ ref }) => excerpt.copier.reference(ref)),
    );
    const order = this.#kept.flatMap(({ excerpt, form, isKept }) =>
      (arrayAt(form.dict, keys.CO)?.asArray() ?? []).flatMap((ref) => {
        const node = ref instanceof PDFRef ? form.nodes.get(ref) : undefined;
        return node && isKept(node) ? [excerpt.copier.reference(node.ref)] : [];
      }),
    );
    const { appearance, alignment } = this.#defaults ?? { appearance: undefined, alignment: 0 };
    const dict = dictOf(context, {
      Fields: arrayOf(context, fields),
      NeedAppearances: this.#needsAppearances ? PDFBool.True : undefined,
      // Not "append only": the signature does not apply to the result.
      SigFlags: this.#hasSignature ? PDFNumber.of(1) : undefined,
      CO: order.length > 0 ? arrayOf(context, order) : undefined,
      DR: this.#resources.write(context),
      DA: appearance === undefined ? undefined : appearanceString(appearance),
      Q: alignment === 0 ? undefined : PDFNumber.of(alignment),
    });
    return context.register(dict);
  }

  /** Compares names where the tree branches: below a renamed node all full names change too. */
  #rename(excerpt: Excerpt, form: SourceForm, isKept: (node: FieldNode) => boolean): void {
    const named = topNames(form.roots.filter(isKept), isKept);
    const [taken, free] = [new Set<string>(), new Set<string>()];
    for (const { name } of named) (this.#names.has(name) ? taken : free).add(name);
    for (const name of free) this.#names.add(name);
    const renamed = new Map([...taken].map((name): [string, string] => [name, this.#names.add(name)]));
    for (const { node, name } of named) {
      const now = renamed.get(name);
      if (now === undefined) continue;
      excerpt.edit(node.ref, node.dict).set(keys.T, PDFHexString.fromText(now));
    }
    this.renamed.set(excerpt, renamed);
  }

  /** The result has the defaults of the first form. In other forms they are written into the fields. */
  #applyDefaults(
    excerpt: Excerpt,
    form: SourceForm,
    isKept: (node: FieldNode) => boolean,
    fonts: ReadonlyMap<string, string>,
  ): void {
    const stated = appearanceOf(form.dict);
    const appearance = stated === undefined ? undefined : withFonts(stated, fonts);
    const alignment = numberAt(form.dict, keys.Q) ?? 0;
    this.#defaults ??= { appearance, alignment };
    for (const { ref, dict } of form.roots.filter(isKept)) {
      if (appearance !== undefined && appearance !== this.#defaults.appearance && !dict.get(keys.DA)) {
        excerpt.edit(ref, dict).set(keys.DA, appearanceString(appearance));
      }
      if (alignment !== this.#defaults.alignment && !dict.get(keys.Q)) {
        excerpt.edit(ref, dict).set(keys.Q, PDFNumber.of(alignment));
      }
    }
  }
}

/** The topmost named nodes below `roots`, where full names begin (PDF 32000-1, 12.7.3.2). */
function topNames(
  roots: readonly FieldNode[],
  isKept: (node: FieldNode) => boolean,
): { node: FieldNode; name: string }[] {
  const named: { node: FieldNode; name: string }[] = [];
  const open = [...roots];
  for (let node = open.pop(); node; node = open.pop()) {
    const name = textAt(node.dict, keys.T);
    if (name) named.push({ node, name });
    else open.push(...node.kids.filter(isKept));
  }
  return named.reverse();
}

function appearanceOf(dict: PDFDict): string | undefined {
  const value: PDFObject | undefined = resolved(dict.context, dict.get(keys.DA));
  return isString(value) ? bytesOf(value) : undefined;
}

function usedFonts(form: SourceForm, nodes: readonly FieldNode[]): Set<string> {
  return new Set(
    [form.dict, ...nodes.map(({ dict }) => dict)].flatMap((dict) => fontsOf(appearanceOf(dict) ?? '')),
  );
}

/** Renames fonts in fields, in their widgets, and in free text annotations, which use the form's fonts too. */
function renameFonts(
  excerpt: Excerpt,
  form: SourceForm,
  nodes: readonly FieldNode[],
  fonts: ReadonlyMap<string, string>,
): void {
  const annotations = excerpt.pages.flatMap(({ leaf }) => annotationsOf(leaf));
  const others = annotations.filter(({ ref }) => ref && !form.nodes.has(ref));
  for (const { ref, dict } of [...nodes, ...others]) {
    const appearance = appearanceOf(dict);
    if (!ref || appearance === undefined) continue;
    const now = withFonts(appearance, fonts);
    if (now !== appearance) excerpt.edit(ref, dict).set(keys.DA, appearanceString(now));
  }
}
