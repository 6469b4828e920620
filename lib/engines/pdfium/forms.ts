import type { PdfiumDocument } from './document.ts';

/**
 * Prepares the drawing of form fields.
 *
 * @returns PDFium's handle of the document's form; released with the program
 */
export function openForm({ program: { calls }, handle }: PdfiumDocument): number {
  const form = calls.PDFiumExt_InitFormFillEnvironment(handle, calls.PDFiumExt_OpenFormFillInfo());
  // Otherwise fields are drawn on a colour, as for filling them on a screen.
  calls.FPDF_SetFormFieldHighlightAlpha(form, 0);
  return form;
}
