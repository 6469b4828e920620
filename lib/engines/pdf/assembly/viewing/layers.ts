import { keys } from '../../keys.ts';
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from '../../objects.ts';
import { nameOf, nameText } from '../../syntax/names.ts';
import { type Entries, arrayOf, dictOf, withEntries } from '../object-builders.ts';
import type { Excerpt } from '../excerpt.ts';
import { arrayAt, dictAt, listOf, isString, nameAt, resolved } from '../lookup.ts';

/** Branches to follow in the tree of layers, which also bounds its depth. */
const maxBranches = 1000;

/** The list entries of a configuration, in the order of PDF 32000-1, table 101. */
const listKeys = ['ON', 'OFF', 'AS', 'Order', 'RBGroups', 'Locked'] as const;

type Lists = Record<(typeof listKeys)[number], PDFObject[]>;

const noLists = (): Lists => ({ ON: [], OFF: [], AS: [], Order: [], RBGroups: [], Locked: [] });

/**
 * The layers of the result (optional content, PDF 32000-1, 8.11): those of all sources, each shown or hidden as before.
 */
export class Layers {
  readonly #groups: PDFObject[] = [];
  readonly #lists = noLists();
  readonly #intents = new Set<string>();
  readonly #alternatives: PDFObject[] = [];
  #settings: Entries | undefined;

  /** Adds the layers of an excerpt; for a part of a document only those in use. Call it after its pages were copied. */
  add(excerpt: Excerpt): void {
    const { source, copier, output, whole } = excerpt;
    const properties = dictAt(source.catalog, keys.OCProperties);
    if (!properties) return;
    const listed = (arrayAt(properties, keys.OCGs)?.asArray() ?? []).filter(
      (group) => group instanceof PDFRef,
    );
    const groups = new Set(whole ? listed : listed.filter((group) => copier.isReferredTo(group)));
    if (groups.size === 0) return;
    const copied = (objects: readonly PDFObject[]) => objects.map((object) => copier.copy(object));
    this.#groups.push(...copied([...groups]));

    const initial = dictAt(properties, keys.D);
    const lists = listsOf(initial, groups, excerpt);
    for (const key of listKeys) this.#lists[key].push(...copied(lists[key]));
    for (const intent of initial ? intentsOf(initial) : []) this.#intents.add(intent);
    this.#settings ??= {
      Name: copiedAt(excerpt, initial, keys.Name),
      Creator: copiedAt(excerpt, initial, keys.Creator),
      ListMode: copiedAt(excerpt, initial, keys.ListMode),
    };
    for (const entry of arrayAt(properties, keys.Configs)?.asArray() ?? []) {
      const config = resolved(source.context, entry);
      if (!(config instanceof PDFDict)) continue;
      const own = listsOf(config, groups, excerpt);
      this.#alternatives.push(
        dictOf(output, {
          ...Object.fromEntries(
            (['Name', 'Creator', 'ListMode', 'Intent'] as const).map((key) => [
              key,
              copiedAt(excerpt, config, keys[key]),
            ]),
          ),
          ...Object.fromEntries(
            listKeys
              .filter((key) => own[key].length > 0)
              .map((key) => [key, arrayOf(output, copied(own[key]))]),
          ),
        }),
      );
    }
  }

  /** The catalog's entry; undefined if there are no layers. */
  write(context: PDFContext): PDFDict | undefined {
    if (this.#groups.length === 0) return undefined;
    const intents = this.#intents.has('All') ? ['All'] : [...this.#intents];
    const initial = dictOf(context, {
      ...this.#settings,
      Intent: intents.length > 0 ? context.obj(intents.map((intent) => nameOf(intent))) : undefined,
      ...Object.fromEntries(
        listKeys
          .filter((key) => this.#lists[key].length > 0)
          .map((key) => [key, arrayOf(context, this.#lists[key])]),
      ),
    });
    return dictOf(context, {
      OCGs: arrayOf(context, this.#groups),
      D: initial,
      Configs: this.#alternatives.length > 0 ? arrayOf(context, this.#alternatives) : undefined,
    });
  }
}

const copiedAt = ({ copier }: Excerpt, dict: PDFDict | undefined, key: PDFName): PDFObject | undefined => {
  const value = dict?.get(key);
  return value && copier.copy(value);
};

const intentsOf = (config: PDFDict): string[] =>
  listOf(config.context, config.get(keys.Intent)).flatMap((intent) =>
    intent instanceof PDFName ? [nameText(intent)] : [],
  );

/** The lists of a configuration, reduced to `groups`. A base state becomes a list of hidden groups. */
function listsOf(config: PDFDict | undefined, groups: ReadonlySet<PDFObject>, excerpt: Excerpt): Lists {
  if (!config) return noLists();
  const all = (key: PDFName) => arrayAt(config, key)?.asArray() ?? [];
  const those = (key: PDFName) => all(key).filter((group) => groups.has(group));
  const shown = new Set(those(keys.ON));
  const isHidden = nameAt(config, keys.BaseState) === 'OFF';
  const seen = new Set<PDFArray>();
  const nested = (items: readonly PDFObject[]) => ordered(items, groups, excerpt, seen);
  return {
    ON: [...shown],
    OFF: isHidden ? [...groups].filter((group) => !shown.has(group)) : those(keys.OFF),
    AS: all(keys.AS).flatMap((usage) => applicationOf(usage, groups, excerpt)),
    Order: nested(all(keys.Order)),
    RBGroups: all(keys.RBGroups).flatMap((radio) => {
      const members = listOf(excerpt.source.context, radio).filter((group) => groups.has(group));
      return members.length > 0 ? [arrayOf(excerpt.source.context, members)] : [];
    }),
    Locked: those(keys.Locked),
  };
}

/** Rules by which groups are shown or hidden automatically (PDF 32000-1, table 103). */
function applicationOf(usage: PDFObject, groups: ReadonlySet<PDFObject>, { source }: Excerpt): PDFObject[] {
  const dict = resolved(source.context, usage);
  if (!(dict instanceof PDFDict)) return [];
  const members = (arrayAt(dict, keys.OCGs)?.asArray() ?? []).filter((group) => groups.has(group));
  if (members.length === 0) return [];
  return [withEntries(dict, [[keys.OCGs, arrayOf(source.context, members)]])];
}

/**
 * The tree in which readers show the layers: groups, labels at the start of a branch, branches as arrays. Each branch
 * is followed once.
 */
function ordered(
  items: readonly PDFObject[],
  groups: ReadonlySet<PDFObject>,
  excerpt: Excerpt,
  seen: Set<PDFArray>,
): PDFObject[] {
  const { context } = excerpt.source;
  return items.flatMap((item): PDFObject[] => {
    if (groups.has(item)) return [item];
    const branch = resolved(context, item);
    if (!(branch instanceof PDFArray) || seen.has(branch) || seen.size > maxBranches) return [];
    seen.add(branch);
    const [first, ...rest] = branch.asArray();
    const label = isString(resolved(context, first)) ? first : undefined;
    const kept = ordered(label ? rest : branch.asArray(), groups, excerpt, seen);
    if (kept.length === 0) return [];
    return [arrayOf(context, label ? [label, ...kept] : kept)];
  });
}
