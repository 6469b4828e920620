import { getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { imageSize } from '#lib/engines/html/image-size.ts';
import type { Outcome } from '../contestants/contestant.ts';
import { viewport } from '../tasks/html-pages.ts';
import {
  dotsPerInch,
  editOperations,
  type EditTask,
  edits,
  type FillTask,
  partsOf,
  type Task,
  thumbnailWidth,
} from '../tasks/task.ts';

/** Checks that a result is complete, since incomplete work is faster. @throws Error saying what is missing */
export async function checkOutcome(task: Task, { files }: Outcome): Promise<void> {
  const expected =
    task.operation === 'split' ? partsOf(task).length : task.operation === 'pdf → png' ? task.pages : 1;
  if (files.length !== expected) throw new Error(`${files.length} files came out, not ${expected}`);
  if (task.operation === 'html → png') {
    const [picture] = files;
    const { width, height } = imageSize(Buffer.from(picture ?? []));
    const { output } = task.page;
    if (output.kind === 'png' && (width !== viewport.width || height !== output.height))
      throw new Error(
        `a picture of ${width} × ${height} came out, not of ${viewport.width} × ${output.height}`,
      );
    return;
  }
  if (task.operation === 'pdf → png') {
    checkPictures(files);
    return;
  }
  if (task.operation === 'thumbnail') {
    const { width } = imageSize(Buffer.from(files[0] ?? []));
    if (Math.abs(width - thumbnailWidth) > 1) throw new Error(`a picture of ${width} pixels came out`);
    return;
  }
  if (task.operation === 'inspect') {
    const report = Buffer.from(files[0] ?? []).toString();
    if (!new RegExp(String.raw`\b${task.pages}\b`).test(report))
      throw new Error(`the report does not say that there are ${task.pages} pages`);
    return;
  }
  if (task.operation === 'pdf → text') {
    const text = Buffer.from(files[0] ?? []).toString();
    if (!text.includes(`Page ${task.pages}`)) throw new Error('the text of the last page is missing');
    return;
  }
  if (task.operation === 'validate') {
    const report = Buffer.from(files[0] ?? []).toString();
    if (!/^PASS |"valid":true/m.test(report))
      throw new Error(`the document is not valid: ${report.slice(0, 200)}`);
    return;
  }
  const password = task.operation === 'encrypt' ? edits.encrypt.userPassword : undefined;
  let pages = 0;
  for (const file of files)
    pages += await withPdf(file, password, ({ numPages }) => Promise.resolve(numPages));
  const exact = 'pages' in task ? task.pages : undefined;
  if (exact !== undefined && pages !== exact) throw new Error(`${pages} pages came out, not ${exact}`);
  if (pages === 0) throw new Error('no page came out');
  if (task.operation === 'fill') await checkForm(task, files[0] ?? Buffer.of());
  if (isEdit(task)) await checkEdit(task, files[0] ?? Buffer.of());
}

/** Pages of A4, within a pixel. */
function checkPictures(files: readonly Uint8Array[]): void {
  for (const file of files) {
    const { width, height } = imageSize(Buffer.from(file));
    const expected = { width: (595 / 72) * dotsPerInch, height: (842 / 72) * dotsPerInch };
    if (Math.abs(width - expected.width) > 1 || Math.abs(height - expected.height) > 1)
      throw new Error(`a picture of ${width} × ${height} came out`);
  }
}

/** Checks values and what of them the last page shows. */
async function checkForm({ values: { byName } }: FillTask, file: Uint8Array): Promise<void> {
  await withPdf(file, undefined, async (document) => {
    const page = await document.getPage(document.numPages);
    for (const field of (await page.getAnnotations()) as Field[]) {
      const { fieldName = '', fieldValue, textContent } = field;
      const value = byName[fieldName];
      if (fieldValue !== value) throw new Error(`${fieldName} is not ${value}`);
      if (textContent?.join('') !== value) throw new Error(`${fieldName} does not show its value`);
    }
  });
}

/** Of pdf.js's annotations: a field's name, its value, and the lines of its appearance. */
interface Field {
  fieldName?: string;
  fieldValue?: string;
  textContent?: string[];
}

const isEdit = (task: Task): task is EditTask =>
  (editOperations as readonly string[]).includes(task.operation);

/** Checks the last page, since work that stops early is faster too. */
async function checkEdit({ operation }: EditTask, file: Uint8Array): Promise<void> {
  if (operation === 'encrypt') {
    await withPdf(file, undefined, () =>
      Promise.reject(new Error('the result opens without a password')),
    ).catch((error: unknown) => {
      if (!(error instanceof PasswordException)) throw error;
    });
    return;
  }
  if (operation === 'linearize' && !Buffer.from(file).subarray(0, 1024).includes('/Linearized'))
    throw new Error('the result is not linearized');
  if (operation === 'archive' && !claimsPdfA(file)) throw new Error('the result does not claim to be PDF/A');
  await withPdf(file, undefined, async (document) => {
    const page = await document.getPage(document.numPages);
    if (operation === 'rotate' && page.rotate !== edits.rotate)
      throw new Error('the last page is not rotated');
    if (operation === 'flatten') {
      const annotations = await page.getAnnotations();
      if (annotations.some(({ subtype }: { subtype?: string }) => subtype !== 'Link'))
        throw new Error('the last page has annotations');
    }
    if (operation !== 'stamp') return;
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join('');
    if (!text.includes(edits.stamp.text)) throw new Error('the last page has no stamp');
  });
}

/** XMP has properties as elements or as attributes. */
const claimsPdfA = (file: Uint8Array): boolean =>
  ['>', '="', "='"].some((start) =>
    Buffer.from(file).includes(`pdfaid:part${start}${edits.archive.slice(0, 1)}`),
  );

async function withPdf<Value>(
  bytes: Uint8Array,
  password: string | undefined,
  use: (document: PDFDocumentProxy) => Promise<Value>,
): Promise<Value> {
  const loading = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    ...(password ? { password } : {}),
  });
  try {
    return await use(await loading.promise);
  } finally {
    await loading.destroy();
  }
}
