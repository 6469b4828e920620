import { nameAt, resolved } from '../../assembly/lookup.ts';
import { arrayOf } from '../../assembly/object-builders.ts';
import { keys } from '../../keys.ts';
import { PDFArray, type PDFContext, PDFDict, type PDFObject } from '../../objects.ts';
import type { Changes } from '../changes.ts';
import type { PdfaPart } from '../target.ts';

/** Actions that all parts of PDF/A allow (ISO 19005-1, 6.6.1). */
const allowed: ReadonlySet<string> = new Set(['GoTo', 'GoToR', 'Thread', 'URI', 'Named', 'SubmitForm']);

/** Those that only parts 2 and 3 allow (ISO 19005-2 and -3, 6.5.1). */
const laterAllowed: ReadonlySet<string> = new Set(['GoToE']);

const namedActions: ReadonlySet<string> = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);

/** Actions in a row that are read. */
const maxActions = 50;

/** Structure elements have these keys too, with attributes, which have an owner. */
const isAction = (dict: PDFDict): boolean => !dict.has(keys.O) && nameAt(dict, keys.S) !== undefined;

/** Removes the actions that a part does not allow. */
export class ActionFilter {
  readonly #context: PDFContext;
  readonly #part: PdfaPart;
  readonly #changes: Changes;

  constructor(context: PDFContext, part: PdfaPart, changes: Changes) {
    this.#context = context;
    this.#part = part;
    this.#changes = changes;
  }

  /** Removes actions from a dictionary. Returns whether there were any. */
  apply(dict: PDFDict): boolean {
    let hasChanged = this.#removeTriggers(dict);
    if (nameAt(dict, keys.Subtype) === 'Widget') return this.#removeAll(dict) || hasChanged;
    for (const key of [keys.A, keys.PA, keys.OpenAction, keys.Next]) {
      const entry = dict.get(key);
      if (!entry || (key === keys.Next && !isAction(dict))) continue;
      const left = this.#allowedIn(entry);
      if (left === entry) continue;
      if (left) dict.set(key, left);
      else dict.delete(key);
      hasChanged = true;
    }
    return hasChanged;
  }

  /** A field that is shown has no action (ISO 19005-2, 6.4.1). */
  #removeAll(widget: PDFDict): boolean {
    this.#count(widget.get(keys.A));
    return widget.delete(keys.A);
  }

  /** Additional actions (ISO 19005-1, 6.6.2; ISO 19005-2, 6.5.2). */
  #removeTriggers(dict: PDFDict): boolean {
    if (!dict.has(keys.AA)) return false;
    const triggers = resolved(this.#context, dict.get(keys.AA));
    if (triggers instanceof PDFDict) for (const action of triggers.values()) this.#count(action);
    return dict.delete(keys.AA);
  }

  #count(entry: PDFObject | undefined): void {
    const action = resolved(this.#context, entry);
    if (action instanceof PDFDict) this.#changes.add('actions', nameAt(action, keys.S) ?? 'an action');
  }

  /** The same entry if all is allowed, or what is left of it. */
  #allowedIn(entry: PDFObject): PDFObject | undefined {
    let result: PDFObject | undefined = entry;
    for (let count = 0; result && count < maxActions; count += 1) {
      const value: PDFObject | undefined = resolved(this.#context, result);
      if (value instanceof PDFArray) return this.#allowedList(result, value);
      if (!(value instanceof PDFDict) || !this.#isForbidden(value)) return result;
      this.#changes.add('actions', nameOfAction(value));
      result = value.get(keys.Next);
    }
    return result;
  }

  /** Destinations are arrays too. Their items are no actions. */
  #allowedList(entry: PDFObject, array: PDFArray): PDFObject | undefined {
    const items = array.asArray();
    const left = items.filter((item) => {
      const action = resolved(this.#context, item);
      if (!(action instanceof PDFDict) || !this.#isForbidden(action)) return true;
      this.#changes.add('actions', nameOfAction(action));
      return false;
    });
    if (left.length === items.length) return entry;
    return left.length === 0 ? undefined : arrayOf(this.#context, left);
  }

  #isForbidden(action: PDFDict): boolean {
    const kind = nameAt(action, keys.S);
    if (kind === undefined || !isAction(action)) return false;
    if (kind === 'Named') return !namedActions.has(nameAt(action, keys.N) ?? '');
    return !allowed.has(kind) && !(this.#part !== 1 && laterAllowed.has(kind));
  }
}

const nameOfAction = (action: PDFDict): string => {
  const kind = nameAt(action, keys.S) ?? '';
  return kind === 'Named' ? `Named ${nameAt(action, keys.N) ?? ''}` : kind;
};

/** Removes the scripts of the document (PDF 32000-1, 12.6.4.16). */
export function removeScripts(names: PDFDict | undefined, changes: Changes): void {
  if (names?.delete(keys.JavaScript)) changes.add('actions', 'JavaScript of the document');
}
