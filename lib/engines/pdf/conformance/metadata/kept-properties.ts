import { type Form, ownNamespaces, predefined, uncheckedNamespaces } from './predefined-properties.ts';
import type { XmpProperty, XmpValue } from './xmp-properties.ts';

/** A property as it is written. */
export interface KeptProperty {
  namespace: string;
  prefix: string;
  local: string;
  value: Exclude<XmpValue, { kind: 'structure' }>;
  /** The type of a value whose schema must be described (ISO 19005-1, 6.7.8; ISO 19005-2, 6.6.2.3.2). */
  described?: string | undefined;
}

export interface KeptProperties {
  kept: KeptProperty[];
  /** The names of properties that PDF/A does not allow. */
  dropped: string[];
}

/**
 * The properties that PDF/A allows: those of predefined schemas whose values have the right form, and others with a value that
 * a description can name. The first of equal ones is kept.
 */
export function keptProperties(properties: readonly XmpProperty[]): KeptProperties {
  const kept = new Map<string, KeptProperty>();
  const dropped = new Set<string>();
  for (const { name, value } of properties) {
    if (ownNamespaces.has(name.namespace)) continue;
    const key = `${name.namespace} ${name.local}`;
    const allowed = kept.has(key) ? undefined : allowedValue({ name, value });
    if (allowed) kept.set(key, { ...name, ...allowed });
    else if (!isEmpty(value)) dropped.add(`${name.prefix}:${name.local}`);
  }
  return { kept: [...kept.values()], dropped: [...dropped] };
}

const isEmpty = (value: XmpValue): boolean =>
  value.kind === 'text' ? value.text.trim() === '' : value.kind !== 'structure' && value.items.length === 0;

function allowedValue({ name, value }: XmpProperty): Pick<KeptProperty, 'value' | 'described'> | undefined {
  if (value.kind === 'structure' || isEmpty(value) || !isXmlName(name.local)) return undefined;
  const form = predefined.get(name.namespace)?.properties[name.local];
  if (form) {
    const fitted = fittedTo(form, value);
    return fitted && { value: fitted };
  }
  if (uncheckedNamespaces.has(name.namespace)) return undefined;
  return { value, described: typeOf(value) };
}

const isXmlName = (name: string): boolean => /^[A-Za-z_][\w.-]{0,100}$/.test(name);

const typeOf = (value: KeptProperty['value']): string =>
  value.kind === 'text' ? 'Text' : value.kind === 'Alt' ? 'Lang Alt' : `${value.kind.toLowerCase()} Text`;

const patterns: Partial<Record<Form, RegExp>> = {
  date: /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?)?)?$/,
  integer: /^[+-]?\d{1,9}$/,
  boolean: /^(?:True|False)$/,
};

const isOfForm = (form: Form, text: string): boolean => patterns[form]?.test(text) ?? true;

/** Whether a text is a date (ISO 16684-1, 8.2.1.2). */
export const isXmpDate = (text: string): boolean => isOfForm('date', text);

/** The value in the form that its schema has; undefined if it has another one. */
function fittedTo(form: Form, value: KeptProperty['value']): KeptProperty['value'] | undefined {
  if (form === 'Alt' || form === 'Bag' || form === 'Seq' || form === 'dates') {
    const kind = form === 'dates' ? 'Seq' : form;
    const items = value.kind === 'text' ? [{ text: value.text.trim() }] : value.items;
    if (form === 'dates' && !items.every(({ text }) => isXmpDate(text.trim()))) return undefined;
    return { kind, items };
  }
  const text = value.kind === 'text' ? value.text.trim() : undefined;
  return text !== undefined && isOfForm(form, text) ? { kind: 'text', text } : undefined;
}
