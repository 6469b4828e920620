import { nameAt, resolved } from '../../assembly/lookup.ts';
import { arrayOf } from '../../assembly/object-builders.ts';
import { keys } from '../../keys.ts';
import { PDFArray, type PDFContext, PDFDict, type PDFName, type PDFObject } from '../../objects.ts';
import type { Changes } from '../changes.ts';

/** Actions that PDF/A does not allow (ISO 19005-1, 6.6.1; ISO 19005-2 and -3, 6.5.1). */
const forbidden: ReadonlySet<string> = new Set([
  ...[
    'Launch',
    'Sound',
    'Movie',
    'ResetForm',
    'ImportData',
    'JavaScript',
    'Hide',
    'SetOCGState',
    'Rendition',
  ],
  ...['Trans', 'GoTo3DView', 'RichMediaExecute', 'SetState', 'set-state', 'NOP', 'NoOp', 'nop'],
]);

const namedActions: ReadonlySet<string> = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);

/** Actions in a row that are read. */
const maxActions = 50;

/** The name of what an action does, if PDF/A does not allow it. */
function forbiddenKind(action: PDFDict): string | undefined {
  const kind = nameAt(action, keys.S);
  if (kind === undefined) return undefined;
  if (kind === 'Named') {
    const name = nameAt(action, keys.N) ?? '';
    return namedActions.has(name) ? undefined : `Named ${name}`;
  }
  return forbidden.has(kind) ? kind : undefined;
}

/** Structure elements have these keys too, with attributes. */
const isAction = (dict: PDFDict): boolean => !dict.has(keys.O) && nameAt(dict, keys.S) !== undefined;

/** Removes actions from a dictionary that PDF/A does not allow. Returns whether there were any. */
export function removeActions(dict: PDFDict, changes: Changes): boolean {
  let hasChanged = removeTriggers(dict, changes);
  const isWidget = nameAt(dict, keys.Subtype) === 'Widget';
  for (const key of [keys.A, keys.PA, keys.OpenAction, keys.Next]) {
    const entry = dict.get(key);
    // A field that is shown has no action at all (ISO 19005-2, 6.4.1).
    if (!entry || (key === keys.Next && !isAction(dict))) continue;
    const allowed = isWidget && key === keys.A ? undefined : allowedIn(entry, dict, changes);
    if (allowed === entry) continue;
    if (isWidget && key === keys.A) countAll(entry, dict, changes);
    if (allowed) dict.set(key, allowed);
    else dict.delete(key);
    hasChanged = true;
  }
  return hasChanged;
}

/** Additional actions (ISO 19005-1, 6.6.2; ISO 19005-2, 6.5.2). */
function removeTriggers(dict: PDFDict, changes: Changes): boolean {
  const triggers = resolved(dict.context, dict.get(keys.AA));
  if (!(triggers instanceof PDFDict)) return dict.delete(keys.AA);
  for (const value of triggers.values()) countAll(value, dict, changes);
  return dict.delete(keys.AA);
}

function countAll(entry: PDFObject, { context }: PDFDict, changes: Changes): void {
  const action = resolved(context, entry);
  if (action instanceof PDFDict)
    changes.add('actions', forbiddenKind(action) ?? nameAt(action, keys.S) ?? 'an action');
}

/** The same entry if all is allowed, or what is left of it. */
function allowedIn(entry: PDFObject, { context }: PDFDict, changes: Changes): PDFObject | undefined {
  let result: PDFObject | undefined = entry;
  for (let count = 0; result && count < maxActions; count += 1) {
    const value: PDFObject | undefined = resolved(context, result);
    if (value instanceof PDFArray)
      return isActionList(value, context) ? allowedList(value, context, changes) : result;
    if (!(value instanceof PDFDict) || !isAction(value)) return result;
    const kind = forbiddenKind(value);
    if (kind === undefined) return result;
    changes.add('actions', kind);
    result = value.get(keys.Next);
  }
  return result;
}

/** Destinations are arrays too. */
const isActionList = (array: PDFArray, context: PDFContext): boolean => {
  const first = resolved(context, array.get(0));
  return first instanceof PDFDict && isAction(first);
};

function allowedList(array: PDFArray, context: PDFContext, changes: Changes): PDFObject | undefined {
  const items = array.asArray();
  const allowed = items.filter((item) => {
    const action = resolved(context, item);
    const kind = action instanceof PDFDict ? forbiddenKind(action) : undefined;
    if (kind !== undefined) changes.add('actions', kind);
    return kind === undefined;
  });
  if (allowed.length === items.length) return array;
  return allowed.length === 0 ? undefined : arrayOf(context, allowed);
}

/** Removes the scripts of the document (PDF 32000-1, 12.6.4.16). */
export function removeScripts(names: PDFDict | undefined, key: PDFName, changes: Changes): void {
  if (names?.delete(key)) changes.add('actions', 'JavaScript of the document');
}
