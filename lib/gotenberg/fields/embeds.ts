import type { Form } from '../form/form.ts';
import { parseGoJson } from '../form/go-json.ts';
import { GoValueError } from '../form/go-values.ts';
import { emptyOrder, type NativeOrder } from './native-order.ts';

type EmbedsMetadata = Record<string, Record<string, string>>;

/** Reads `embedsMetadata`. A wrong value is a fault of the form. */
export function readEmbedsMetadata(form: Form): EmbedsMetadata {
  const text = form.text('embedsMetadata');
  if (text === '') return {};
  try {
    const value = parseGoJson(text);
    if (isMetadata(value)) return value;
    throw new GoValueError('json: cannot unmarshal value into Go value of type map[string]map[string]string');
  } catch (error) {
    if (!(error instanceof GoValueError)) throw error;
    form.faults.add(`form field 'embedsMetadata' is invalid: ${error.message}`);
    return {};
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMetadata = (value: unknown): value is EmbedsMetadata =>
  isObject(value) &&
  Object.values(value).every(
    (entry) => isObject(entry) && Object.values(entry).every((member) => typeof member === 'string'),
  );

/** The embedded files of a form, as attachments. */
export function embedsOrder(form: Form, metadata: EmbedsMetadata): NativeOrder {
  const attachments = form.side('embeds');
  if (attachments.length === 0) return emptyOrder();
  const names = new Set(attachments.map(({ fileName }) => fileName));
  const described = Object.entries(metadata)
    .filter(([name]) => names.has(name))
    .map(([name, { mimeType, relationship, description }]) => [
      name,
      { mimeType, relationship, description },
    ]);
  return {
    fields:
      described.length > 0 ? { attachmentsMetadata: JSON.stringify(Object.fromEntries(described)) } : {},
    files: { attachments },
  };
}
