import { keys, values } from '../../keys.ts';
import { PDFArray, PDFDict, type PDFName, PDFNull, type PDFObject, PDFRef } from '../../objects.ts';
import { arrayOf, withEntries } from '../object-builders.ts';
import { explicitDestination, leadsInto } from '../destinations/destination-names.ts';
import { destinationsOf } from '../destinations/destinations.ts';
import type { Excerpt } from '../excerpt.ts';
import { asDict, bytesOf, isString, listOf, nameAt, resolved } from '../lookup.ts';
import type { Union } from '../page-plan.ts';
import { elementIn, pageOfElement } from '../structure/structure-destinations.ts';
import { absoluteUri, uriBaseOf } from './uri-base.ts';

/** The parts of the union that decide where links lead. */
export type Targets = Pick<Union, 'names' | 'structure' | 'keepsUriBase'>;

/**
 * Redirects links within a source to the same places in the result. Names that mean something else in the result, and
 * page numbers, become explicit destinations. Addresses become absolute if their base cannot be kept. Links to removed
 * pages are removed. Works on objects of the source.
 */
export class Retargeting {
  readonly #excerpt: Excerpt;
  readonly #union: Targets;
  /** The base for making addresses absolute; undefined if they can stay. */
  readonly #uriBase: string | undefined;
  /** Elements that links lead to, collected before the kept structure is known. */
  readonly #elements = new Set<PDFRef>();
  readonly #seen = new Set<PDFRef>();
  readonly #queue: PDFRef[] = [];

  constructor(excerpt: Excerpt, union: Targets) {
    this.#excerpt = excerpt;
    this.#union = union;
    this.#uriBase = union.keepsUriBase ? undefined : uriBaseOf(excerpt.source);
  }

  /** Whether addresses are made absolute. */
  get changesUris(): boolean {
    return this.#uriBase !== undefined;
  }

  /** Removes elements that links lead to and that are not kept. Call it once the structure of the excerpt is known. */
  leaveOutElements(): void {
    for (const element of this.#elements) {
      if (!this.#union.structure.keeps(this.#excerpt, element)) this.#excerpt.leaveOut(element);
    }
  }

  /** The value to write for the destination `value`, often itself; undefined if it is on no page of the excerpt. */
  destination(value: PDFObject | undefined): PDFObject | undefined {
    const excerpt = this.#excerpt;
    const destination = destinationsOf(excerpt.source).resolve(value);
    if (!value || !destination || !leadsInto(excerpt, destination)) return undefined;
    const target = resolved(excerpt.source.context, value);
    const remains = isString(target)
      ? this.#union.names.isUnchanged(excerpt, bytesOf(target) ?? '')
      : target instanceof PDFArray &&
        target.get(0) instanceof PDFRef &&
        (!destination.element || this.#keepsElement(destination.element));
    return remains ? value : explicitDestination(excerpt, destination);
  }

  /** The value to write for the action `value` (PDF 32000-1, 12.6); undefined if it has no effect left. */
  action(value: PDFObject): PDFObject | undefined {
    const action = asDict(resolved(this.#excerpt.source.context, value));
    if (!action) return value;
    if (nameAt(action, keys.S) === 'GoTo' && !action.get(keys.Next) && !this.#leads(action)) return undefined;
    const changed = this.#next(value);
    for (let ref = this.#queue.pop(); ref; ref = this.#queue.pop()) {
      const dict = asDict(this.#excerpt.source.context.lookup(ref));
      const rewritten = dict && this.#rewritten(dict);
      if (rewritten && rewritten !== dict) this.#excerpt.copier.override(ref, rewritten);
    }
    return changed;
  }

  /** The value to write for a dictionary of actions by trigger (PDF 32000-1, 12.6.3). */
  triggers(value: PDFObject): PDFObject | undefined {
    const dict = asDict(resolved(this.#excerpt.source.context, value));
    if (!dict) return value;
    const changes = dict.entries().map(([key, action]) => ({ key, action, now: this.action(action) }));
    if (changes.every(({ action, now }) => action === now)) return value;
    return withEntries(
      dict,
      changes.map(({ key, now }) => [key, now]),
    );
  }

  /** The actions that follow an action. Indirect ones are queued, because chains can be long. */
  #next(value: PDFObject): PDFObject {
    const { context } = this.#excerpt.source;
    const list = resolved(context, value);
    if (!(list instanceof PDFArray)) return this.#one(value);
    const items = list.asArray();
    const changed = items.map((item) => this.#one(item));
    return changed.every((item, index) => item === items[index]) ? value : arrayOf(context, changed);
  }

  #one(value: PDFObject): PDFObject {
    if (value instanceof PDFDict) return this.#rewritten(value);
    if (value instanceof PDFRef && !this.#seen.has(value)) {
      this.#seen.add(value);
      this.#queue.push(value);
    }
    return value;
  }

  #rewritten(action: PDFDict): PDFDict {
    const changes: [PDFName, PDFObject | undefined][] = [];
    if (nameAt(action, keys.S) === 'GoTo') {
      const value = action.get(keys.D);
      const structure = this.#structureDestination(action);
      const target = this.destination(value) ?? (structure ? undefined : nowhere(action));
      if (target !== value) changes.push([keys.D, target]);
      if (structure !== action.get(keys.SD)) changes.push([keys.SD, structure]);
    }
    if (this.#uriBase !== undefined && nameAt(action, keys.S) === 'URI') {
      changes.push(...absoluteUri(action, this.#uriBase));
    }
    const list = listedObjects.get(nameAt(action, keys.S) ?? '');
    if (list && !this.#excerpt.whole) changes.push(...this.#withoutAbsent(action, list));
    const next = action.get(keys.Next);
    const changedNext = next && this.#next(next);
    if (changedNext !== next) changes.push([keys.Next, changedNext]);
    return changes.length === 0 ? action : withEntries(action, changes);
  }

  /** Whether a GoTo action still has a destination. */
  #leads(action: PDFDict): boolean {
    return (this.destination(action.get(keys.D)) ?? this.#structureDestination(action)) !== undefined;
  }

  /** The structure destination of an action, if its element is kept. */
  #structureDestination(action: PDFDict): PDFObject | undefined {
    const value = action.get(keys.SD);
    const element = elementIn(this.#excerpt.source, value);
    return element && this.#keepsElement(element) ? value : undefined;
  }

  /** Elements of removed pages are not kept. */
  #keepsElement(element: PDFRef): boolean {
    const known = this.#union.structure.keeps(this.#excerpt, element);
    if (known !== undefined) return known;
    const page = pageOfElement(this.#excerpt.source, element);
    const keeps = this.#excerpt.whole || this.#excerpt.pageOf(page) !== undefined;
    if (keeps) this.#elements.add(element);
    return keeps;
  }

  /** A list without annotations and fields that are not in the excerpt. Field names stay. */
  #withoutAbsent(action: PDFDict, key: PDFName): [PDFName, PDFObject][] {
    const { context } = this.#excerpt.source;
    const all = listOf(context, action.get(key));
    const kept = all.filter((item) => !(item instanceof PDFRef) || this.#excerpt.hasAnnotation(item));
    return kept.length === all.length ? [] : [[key, arrayOf(context, kept)]];
  }
}

/** The entries of actions that list annotations or fields (PDF 32000-1, 12.6.4.10 and 12.7.5). */
const listedObjects = new Map<string, PDFName>([
  ['Hide', keys.T],
  ['ResetForm', keys.Fields],
  ['SubmitForm', keys.Fields],
]);

/** The destination of an action that leads nowhere but has following actions. */
const nowhere = ({ context }: PDFDict): PDFArray => arrayOf(context, [PDFNull, values.Fit]);
