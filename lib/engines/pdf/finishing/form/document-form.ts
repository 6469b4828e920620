import {
  fieldType,
  type FieldType,
  flagsOf,
  nameOfField,
  terminalFields,
} from '../../assembly/form/field-facts.ts';
import { type FieldNode, readFieldTree } from '../../assembly/form/form-fields.ts';
import { dictAt, refsAt } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import type { PDFDict } from '../../objects.ts';
import type { BuiltDocument } from '../built-document.ts';

/** A field of a document without fields below it. */
export interface FormField {
  name: string;
  node: FieldNode;
  type: FieldType;
  /** See `fieldFlags`. */
  flags: number;
}

/** The interactive form of a document under construction. */
export interface DocumentForm {
  dict: PDFDict;
  /** In the order of the tree. Several fields can have one name, and then one value (PDF 32000-1, 12.7.3.2). */
  fields: ReadonlyMap<string, readonly FormField[]>;
}

/** Reads the form of a document; undefined if it has none. */
export function documentForm({ context, catalog, budget }: BuiltDocument): DocumentForm | undefined {
  const dict = dictAt(catalog, keys.AcroForm);
  if (!dict) return undefined;
  const { nodes } = readFieldTree(context, refsAt(dict, keys.Fields));
  const fields = new Map<string, FormField[]>();
  for (const node of terminalFields(nodes.values())) {
    const name = nameOfField(node);
    budget.read(name.length);
    const field = { name, node, type: fieldType(node), flags: flagsOf(node) };
    const alike = fields.get(name);
    if (alike) alike.push(field);
    else fields.set(name, [field]);
  }
  return { dict, fields };
}
