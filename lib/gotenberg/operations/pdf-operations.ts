import { editFields, mergeFields, splitFields } from '../../api/fields/pdf-fields.ts';
import type { Inspection } from '../../api/responses/inspection.ts';
import { type PageRange, type PageSpan, spanText } from '../../base/page-ranges.ts';
import { editPdf } from '../../conversions/pdf/edit-pdf.ts';
import { inspectPdf } from '../../conversions/pdf/inspect-pdf.ts';
import { mergePdf } from '../../conversions/pdf/merge-pdf.ts';
import { documentRequest } from '../../conversions/pdf/one-document.ts';
import type { PdfWork } from '../../conversions/pdf/read-inputs.ts';
import { splitPdf } from '../../conversions/pdf/split-pdf.ts';
import type { InputFile } from '../../files/input-file.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { checkedFields, internalOptions, type NativeOrder } from '../fields/native-order.ts';

export type PdfFile = ProducedFile<Chunks>;

/** The operations of the service on PDFs, called with the text fields of their endpoints. */
export class PdfOperations {
  readonly #work: PdfWork;

  constructor(work: PdfWork) {
    this.#work = work;
  }

  /** @throws AppError as `POST /api/pdf/merge` */
  merge(files: readonly InputFile[], order: NativeOrder): Promise<PdfFile> {
    const fields = checkedFields(mergeFields, order.fields);
    return mergePdf({ ...fields, ...internalOptions(order), files, ...order.files }, this.#work);
  }

  /**
   * @param pages the pages of the result. Default: all pages.
   * @throws AppError as `POST /api/pdf/edit`
   */
  edit(file: InputFile, order: NativeOrder, pages?: readonly PageSpan[]): Promise<PdfFile> {
    const selected = pages?.map((span): PageRange => ({ kind: 'span', text: spanText(span), ...span }));
    const request = documentRequest({
      fields: {
        ...checkedFields(editFields, order.fields),
        ...internalOptions(order),
        ...(selected ? { pages: selected } : {}),
      },
      files: { file, ...order.files },
    });
    return editPdf(request, this.#work);
  }

  /** @throws AppError as `POST /api/pdf/split` */
  split(file: InputFile, order: NativeOrder): Promise<PdfFile[]> {
    const request = documentRequest({
      fields: { ...checkedFields(splitFields, order.fields), ...internalOptions(order) },
      files: { file, ...order.files },
    });
    return splitPdf(request, this.#work);
  }

  /** @throws AppError as `POST /api/pdf/inspect` */
  inspect(file: InputFile): Promise<Inspection> {
    return inspectPdf({ file }, this.#work);
  }
}
