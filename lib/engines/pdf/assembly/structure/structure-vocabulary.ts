import { keys } from '../../keys.ts';
import { type PDFContext, PDFDict, PDFHexString, PDFName, type PDFObject, PDFRef } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import type { Extent } from '../../syntax/dict-entries.ts';
import { nameOf, nameText } from '../../syntax/names.ts';
import { type Entries, arrayOf, dictFrom, withEntries } from '../object-builders.ts';
import type { Excerpt } from '../excerpt.ts';
import type { KeptStructure } from './kept-structure.ts';
import { arrayAt, bytesOf, dictAt, isString, listOf, resolved } from '../lookup.ts';
import { buildNameTree } from '../trees/name-tree.ts';
import { isSameObject } from '../same-object.ts';
import { type StructureElement, structureElements } from './structure-element.ts';
import { allElements, type SourceStructure } from './structure-tree.ts';
import { UniqueNames } from '../names/unique-names.ts';

/** New names in the result, by the names that a source uses. */
interface Renames {
  types: ReadonlyMap<string, string>;
  classes: ReadonlyMap<string, string>;
  ids: ReadonlyMap<string, string>;
}

/** A value and the excerpt that it comes from. */
interface Origin {
  excerpt: Excerpt;
  value: PDFObject;
}

const numbered = (name: string, count: number): string => `${name}-${count}`;

/**
 * The names of structure elements over all sources: types with the standard types they map to (`RoleMap`), attribute
 * classes (`ClassMap`), identifiers (`IDTree`). If two sources use a name differently, the later source's elements get
 * another.
 */
export class StructureVocabulary {
  readonly #types = new Map<string, string>();
  readonly #typeNames = new UniqueNames(numbered);
  readonly #classes = new Map<string, Origin>();
  readonly #classNames = new UniqueNames(numbered);
  readonly #ids = new Map<string, Origin>();
  readonly #idNames = new UniqueNames(numbered);
  readonly #namespaces: Origin[] = [];

  add(excerpt: Excerpt, structure: SourceStructure, kept: KeptStructure | undefined): void {
    const { root } = structure;
    const renames = {
      types: this.#addTypes(dictAt(root, keys.RoleMap)),
      classes: this.#addClasses(excerpt, dictAt(root, keys.ClassMap)),
      ids: this.#addIds(excerpt, structure, kept),
    };
    for (const value of listOf(excerpt.source.context, root.get(keys.Namespaces))) {
      this.#namespaces.push({ excerpt, value });
    }
    if (Object.values(renames).every(({ size }) => size === 0)) return;
    for (const element of elementsNamed(excerpt.source, structure, kept, renames)) {
      renameElement(excerpt, element, renames);
    }
  }

  /** The entries of the structure tree's root. */
  write(context: PDFContext): Entries {
    const copied = ({ excerpt, value }: Origin) => excerpt.copier.copy(value);
    const roles = [...this.#types].map(([name, role]): [PDFName, PDFObject] => [nameOf(name), nameOf(role)]);
    const classes = [...this.#classes].map(([name, origin]): [PDFName, PDFObject] => [
      nameOf(name),
      copied(origin),
    ]);
    const ids = [...this.#ids].map(([id, origin]): [string, PDFObject] => [id, copied(origin)]);
    const namespaces = this.#namespaces.map(copied);
    return {
      RoleMap: roles.length > 0 ? dictFrom(context, roles) : undefined,
      ClassMap: classes.length > 0 ? dictFrom(context, classes) : undefined,
      IDTree: buildNameTree(context, ids),
      Namespaces: namespaces.length > 0 ? arrayOf(context, namespaces) : undefined,
    };
  }

  #addTypes(roleMap: PDFDict | undefined): Map<string, string> {
    const roles = (roleMap?.entries() ?? []).flatMap(([name, value]): [string, string][] => {
      const role = resolved(roleMap?.context as PDFContext, value);
      return role instanceof PDFName ? [[nameText(name), nameText(role)]] : [];
    });
    const renamed = new Map<string, string>();
    for (const [name, role] of roles) {
      const known = this.#types.get(name);
      if (known === undefined) this.#typeNames.add(name);
      else if (known !== role) renamed.set(name, this.#typeNames.add(name));
    }
    for (const [name, role] of roles) this.#types.set(renamed.get(name) ?? name, renamed.get(role) ?? role);
    return renamed;
  }

  #addClasses(excerpt: Excerpt, classMap: PDFDict | undefined): Map<string, string> {
    const renamed = new Map<string, string>();
    for (const [key, value] of classMap?.entries() ?? []) {
      const name = nameText(key);
      const known = this.#classes.get(name);
      const isSame =
        known && isSameObject([known.excerpt.source.context, known.value], [excerpt.source.context, value]);
      if (isSame) continue;
      const unique = this.#classNames.add(name);
      if (unique !== name) renamed.set(name, unique);
      this.#classes.set(unique, { excerpt, value });
    }
    return renamed;
  }

  #addIds(excerpt: Excerpt, { ids }: SourceStructure, kept: KeptStructure | undefined): Map<string, string> {
    const renamed = new Map<string, string>();
    for (const [id, value] of ids) {
      if (kept && !kept.has(value)) continue;
      const unique = this.#idNames.add(id);
      if (unique !== id) renamed.set(id, unique);
      this.#ids.set(unique, { excerpt, value });
    }
    return renamed;
  }
}

/** The elements that may use any of the renamed names. */
function* elementsNamed(
  source: PdfSource,
  structure: SourceStructure,
  kept: KeptStructure | undefined,
  renames: Renames,
): Generator<StructureElement> {
  const { types, classes, ids } = renames;
  if (kept || types.size > 0 || classes.size > 0 || source.file.mayMention('Headers')) {
    for (const element of kept?.elements ?? allElements(source, structure)) {
      if (mayBeNamed(source, element, renames)) yield element;
    }
    return;
  }
  // Only table cells refer to identifiers, apart from the identifier tree.
  for (const [id, ref] of structure.ids) {
    const element = ids.has(id) && ref instanceof PDFRef ? structureElements(source)(ref) : undefined;
    if (element) yield element;
  }
}

/** Whether an element may use any of the names, judging by its bytes. Most do not and are not parsed. */
function mayBeNamed(
  { file }: PdfSource,
  { ref }: StructureElement,
  { types, classes, ids }: Renames,
): boolean {
  const entries = file.entriesOf(ref.objectNumber);
  if (!entries) return true;
  const type = types.size > 0 ? (entries.name('S') ?? '#') : '';
  if (type.includes('#') || types.has(type) || (classes.size > 0 && entries.has('C'))) return true;
  if (ids.size === 0) return false;
  const attributes = entries.extent('A');
  return entries.has('ID') || (attributes !== undefined && mayNameHeaders(entries.bytes, attributes));
}

/** Whether the bytes of attributes may name headers: they contain the key, a reference, or a name with escapes. */
const mayNameHeaders = (bytes: Buffer, { start, end }: Extent): boolean =>
  /Headers|#|\dR|\sR/.test(bytes.toString('latin1', start, end));

function renameElement(excerpt: Excerpt, { ref, dict }: StructureElement, renames: Renames): void {
  const { context } = excerpt.source;
  const change = (key: PDFName, value: PDFObject) => excerpt.edit(ref, dict).set(key, value);
  const type = dict.get(keys.S);
  const renamedType = type instanceof PDFName && !dict.get(keys.NS) && renames.types.get(nameText(type));
  if (renamedType) change(keys.S, nameOf(renamedType));

  const classes = listOf(context, dict.get(keys.C));
  if (classes.some((name) => name instanceof PDFName && renames.classes.has(nameText(name)))) {
    const now = classes.map((name) => {
      const unique = name instanceof PDFName ? renames.classes.get(nameText(name)) : undefined;
      return unique === undefined ? name : nameOf(unique);
    });
    change(keys.C, arrayOf(context, now));
  }

  const id = renames.ids.get(bytesOf(resolved(context, dict.get(keys.ID))) ?? '');
  if (id !== undefined) change(keys.ID, byteString(id));
  const attributes = listOf(context, dict.get(keys.A));
  const renamedAttributes = attributes.map((attribute) => renameHeaders(excerpt, attribute, renames.ids));
  if (renamedAttributes.some((attribute, index) => attribute !== attributes[index])) {
    change(keys.A, arrayOf(context, renamedAttributes));
  }
}

/** Renames the headers of a table cell, which are identifiers (PDF 32000-1, table 349). */
function renameHeaders(
  { source }: Excerpt,
  attribute: PDFObject,
  ids: ReadonlyMap<string, string>,
): PDFObject {
  const dict = resolved(source.context, attribute);
  const headers = dict instanceof PDFDict ? arrayAt(dict, keys.Headers)?.asArray() : undefined;
  if (!(dict instanceof PDFDict) || !headers?.some((header) => ids.has(bytesOf(header) ?? '')))
    return attribute;
  const renamed = headers.map((header) => {
    const id = isString(header) ? ids.get(bytesOf(header) ?? '') : undefined;
    return id === undefined ? header : byteString(id);
  });
  return withEntries(dict, [[keys.Headers, arrayOf(source.context, renamed)]]);
}

const byteString = (bytes: string): PDFHexString =>
  PDFHexString.of(Buffer.from(bytes, 'latin1').toString('hex'));
