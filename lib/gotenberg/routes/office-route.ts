import type { InputFile } from '../../files/input-file.ts';
import { finishingOrder } from '../fields/finishing.ts';
import { combined, emptyOrder, type NativeOrder } from '../fields/native-order.ts';
import { officeExtensions } from '../fields/office-extensions.ts';
import { officeRows } from '../fields/office-rows.ts';
import { optionTextsOf } from '../fields/row.ts';
import { readSplit, type Split } from '../fields/split.ts';
import type { Form, FormFile } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';
import { parseBool } from '../form/go-values.ts';
import type { Output } from '../http/output.ts';
import { officeError } from '../operations/office-faults.ts';
import {
  convertOffice,
  type OfficeCall,
  type OfficeStores,
  type StoredResult,
  submitOfficeJob,
  type WebhookCall,
} from '../operations/office-operation.ts';
import { requireProtected } from '../operations/require-protected.ts';
import type { PdfOperations } from '../operations/pdf-operations.ts';
import { splitDocuments } from '../operations/split-documents.ts';

/** What a form asks LibreOffice for. */
export interface OfficeForm {
  documents: FormFile[];
  /** The options of the conversion, without finishing options. */
  options: NativeOrder;
  finishing: NativeOrder;
  merge: boolean;
  split: Split | undefined;
}

const unsupported = (pdfa: string): string =>
  `The PDF format '${pdfa}' is not supported. Valid formats include PDF/A-1b, PDF/A-2b, PDF/A-3b, and PDF/UA.`;

/** @throws FormError */
function readOfficeForm(form: Form): OfficeForm {
  const split = readSplit(form, false);
  const { order: finishing, own } = finishingOrder(
    form,
    () => ({
      documents: form.inputsWith(officeExtensions),
      options: optionTextsOf(officeRows, form),
      merge: form.read('merge', parseBool) ?? false,
    }),
    { describeFormat: unsupported },
  );
  const { documents, options, merge } = own;
  const { magnification, exportOnlyNotesPages, exportNotesInMargin, addOriginalDocumentAsStream, ...rest } =
    options;
  const fields: NativeOrder['fields'] = {
    ...rest,
    merge: String(merge || documents.length === 1),
    outline: 'keep',
    ...(exportNotesInMargin === 'true' ? { comments: 'margin' } : {}),
    ...(form.isTrue('pdfua') || finishing.fields['pdfa']?.endsWith('a') ? { tagged: 'true' } : {}),
    // The service needs both.
    ...(exportOnlyNotesPages === 'true' ? { exportOnlyNotesPages, exportNotes: 'true' } : {}),
    ...magnificationOf(form, magnification),
  };
  if (addOriginalDocumentAsStream !== 'true')
    return { documents, options: { fields, files: {} }, finishing, merge, split };
  const attachments = [...documents, ...(finishing.files.attachments ?? [])];
  return {
    documents,
    options: { fields, files: {} },
    finishing: combined(finishing, { fields: {}, files: { attachments } }),
    merge,
    split,
  };
}

/** `4` is the percentage in another field. */
function magnificationOf(form: Form, magnification: string | undefined): NativeOrder['fields'] {
  if (magnification !== undefined) return { magnification };
  return form.text('magnification') === '4' ? { magnification: form.text('zoom') || '100' } : {};
}

/** What the conversion of office documents works with. */
export interface OfficeWork {
  call: OfficeCall;
  stores: OfficeStores;
  pdf: PdfOperations;
  outputName: string;
  requestId: string;
}

/** The order of the conversion. Finishing options are for the parts of a split. */
function orderOf({ documents, options, finishing, split }: OfficeForm): NativeOrder {
  // A single document has a password of its own, and several share it.
  const { password, ...fields } = options.fields;
  const passwords =
    password === undefined
      ? {}
      : documents.length === 1
        ? { password }
        : { passwords: JSON.stringify(documents.map(() => password)) };
  return combined({ ...options, fields: { ...fields, ...passwords } }, split ? emptyOrder() : finishing);
}

/**
 * Submits the conversion of the documents of a form as a job whose result goes to a webhook.
 *
 * @throws FormError for a split, which needs the result
 */
export async function submitDocuments(
  form: Form,
  call: OfficeCall,
  { url, result }: WebhookCall,
  stores: OfficeStores,
): Promise<void> {
  const given = readOfficeForm(form);
  const { documents, merge, split } = given;
  if (split) {
    throw new FormError(
      'A webhook cannot receive office documents that are split. Split the PDF by /forms/pdfengines/split.',
    );
  }
  if (given.options.fields['password'] !== undefined) await requireProtected(documents, stores.inputs);
  const fileNames = documents.map(({ fileName }) => `${fileName}.pdf`);
  const webhook = { url, result: { ...result, ...(merge ? {} : { fileNames }) } };
  try {
    await submitOfficeJob(documents, orderOf(given), call, stores, webhook);
  } catch (error) {
    throw officeError(error, form, documents);
  }
}

/** Converts the documents of a form. */
export async function convertDocuments(form: Form, work: OfficeWork): Promise<{ files: Output[] }> {
  const given = readOfficeForm(form);
  const { documents, finishing, merge, split } = given;
  const { call, stores, pdf, outputName, requestId } = work;
  if (given.options.fields['password'] !== undefined) await requireProtected(documents, stores.inputs);
  let stored: StoredResult[];
  try {
    stored = await convertOffice(documents, orderOf(given), call, stores);
  } catch (error) {
    throw officeError(error, form, documents);
  }
  const isMerged = merge || documents.length === 1;
  const nameOf = (index: number): string =>
    isMerged
      ? `${outputName === '' ? requestId : outputName}.pdf`
      : `${documents[index]?.fileName ?? ''}.pdf`;
  const results = stored.map((file, index) => ({ ...file, fileName: nameOf(index) }));
  if (!split) return { files: results };
  const inputs = results.map(({ content }, index): InputFile => ({
    field: documents[index]?.fileName ?? 'document',
    fileName: merge ? nameOf(index) : `${documents[index]?.fileName ?? ''}.pdf`,
    size: content.length,
    source: { kind: 'inline', bytes: content },
  }));
  return { files: await splitDocuments(inputs, split, finishing, pdf) };
}
