import { arrayAt, asDict, dictAt, isString, listOf, nameAt, resolved, textAt } from '../assembly/lookup.ts';
import { UniqueNames } from '../assembly/names/unique-names.ts';
import { arrayOf } from '../assembly/object-builders.ts';
import type { BuiltDocument } from '../finishing/built-document.ts';
import { keys } from '../keys.ts';
import { PDFArray, PDFDict, PDFHexString, type PDFObject } from '../objects.ts';
import type { Changes } from './changes.ts';
import type { PdfaPart } from './target.ts';

/**
 * Makes the layers of a document conform (ISO 19005-2 and -3, 6.9; ISO 14289-1, 7.10). Part 1 allows none (ISO 19005-1,
 * 6.1.13): where all are shown, they become plain content.
 */
export function conformLayers(
  { context, catalog, budget }: BuiltDocument,
  part: PdfaPart | undefined,
  changes: Changes,
): void {
  const properties = dictAt(catalog, keys.OCProperties);
  if (!properties) return;
  const initial = dictAt(properties, keys.D);
  if (part === 1) {
    if (initial && hidesLayers(initial)) return;
    catalog.delete(keys.OCProperties);
    changes.add('layers', 'They are always shown now');
    return;
  }
  const others = (arrayAt(properties, keys.Configs)?.asArray() ?? []).flatMap(
    (entry) => asDict(resolved(context, entry)) ?? [],
  );
  const groups = listOf(context, properties.get(keys.OCGs));
  const names = new UniqueNames((name, count) => `${name} ${count}`);
  for (const config of initial ? [initial, ...others] : others) {
    budget.read(groups.length * groupBytes);
    nameConfiguration(config, names);
    if (config.delete(keys.AS))
      changes.add('layers', 'Layers no longer change when they are printed or zoomed');
    completeOrder(config, groups);
  }
}

/** What a layer takes in each configuration, in bytes that count as read. */
const groupBytes = 64;

/** Whether a layer is hidden when the document is opened, or may be. */
const hidesLayers = (config: PDFDict): boolean =>
  (arrayAt(config, keys.OFF)?.size() ?? 0) > 0 ||
  (nameAt(config, keys.BaseState) ?? 'ON') !== 'ON' ||
  config.has(keys.AS);

function nameConfiguration(config: PDFDict, names: UniqueNames): void {
  const stated = isString(resolved(config.context, config.get(keys.Name))) ? textAt(config, keys.Name) : '';
  const base = stated?.trim() ? stated : 'Layers';
  const name = names.add(base);
  if (name !== stated) config.set(keys.Name, PDFHexString.fromText(name));
}

/** The order in which layers are listed names all of them. */
function completeOrder(config: PDFDict, groups: readonly PDFObject[]): void {
  const order = arrayAt(config, keys.Order);
  if (!order) return;
  const listed = new Set<PDFObject>();
  const open: PDFObject[] = [order];
  const seen = new Set<PDFObject>();
  for (let next = open.pop(); next; next = open.pop()) {
    const value = resolved(config.context, next);
    if (value instanceof PDFArray && !seen.has(value)) {
      seen.add(value);
      for (const item of value.asArray()) open.push(item);
    } else if (value instanceof PDFDict) listed.add(next);
  }
  const missing = groups.filter((group) => !listed.has(group));
  if (missing.length > 0) config.set(keys.Order, arrayOf(config.context, [...order.asArray(), ...missing]));
}
