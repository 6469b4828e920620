import type * as z from 'zod';
import { clientValues } from '../../api/fields/client-values.ts';
import type { RenderFields } from '../../api/fields/html/fields.ts';
import { contract as htmlFile } from '../../api/contracts/html-file.ts';
import { contract as htmlUrl } from '../../api/contracts/html-url.ts';
import { combineFaults } from '../../base/app-error.ts';
import type { MarkdownRunner } from '../../conversions/html/markdown/markdown-thread.ts';
import { pageRequest, type PageCall } from '../../conversions/html/page-call.ts';
import { checkHtmlFiles, renderHtmlFile } from '../../conversions/html/render-file.ts';
import type { RenderedPage, RenderingStores } from '../../conversions/html/render-page.ts';
import { renderUrl } from '../../conversions/html/render-url.ts';
import type { ReportOptions } from '../../engines/html/load-report.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { InputFile } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';
import { bytesOf } from '../../files/produced-file.ts';
import { faultsOf } from '../../http/field-fault.ts';
import { finishingOrder } from '../fields/finishing.ts';
import { headersFor } from '../fields/extra-headers.ts';
import { type PageForm, readPicturedPage, readPrintedPage } from '../fields/page-options.ts';
import { readSplit } from '../fields/split.ts';
import type { Form, FormFile } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';
import type { Output } from '../http/output.ts';
import { markdownPage } from '../operations/markdown-page.ts';
import { expressionError, pageError, requireLoad } from '../operations/page-faults.ts';
import type { PdfOperations } from '../operations/pdf-operations.ts';
import { splitDocuments } from '../operations/split-documents.ts';

/** What renderings work with. */
export interface PageWork extends RenderingStores {
  inputs: InputStore;
  markdown: MarkdownRunner;
  pdf: PdfOperations;
  files: FileStore;
  call: Omit<PageCall, 'fields'>;
  /** Name of the result without an extension; empty if the client names none. */
  outputName: string;
}

export type PageRoute = (form: Form, work: PageWork) => Promise<{ files: Output[] }>;

/** Where the page of a route is. */
type Source = 'html' | 'markdown' | 'url';

/** Templates, which are no assets. */
const ownFiles = ['index.html', 'header.html', 'footer.html'];

/** What a form must have for its source. A missing one is a fault of the form. */
function requireSource(form: Form, source: Source): { url: string; index: FormFile | undefined } {
  if (source === 'url') return { url: form.require('url', (text) => text) ?? '', index: undefined };
  const index = form.named('index.html');
  if (!index) form.faults.add("form file 'index.html' is required");
  if (source === 'markdown') form.inputsWith(['.md']);
  return { url: '', index };
}

function requireWebUrl(url: string): void {
  const parsed = URL.parse(url);
  if (!parsed) throw new FormError(`Invalid URL: ${url}`);
  if (parsed.protocol !== 'file:') return;
  throw new FormError(
    'file:// URLs are not accepted on this route. Use the /convert/html or /convert/markdown routes to render local HTML',
  );
}

/** What fields of the form decide about the load of a page, besides the fields of the operation. */
interface Loading extends Pick<PageForm, 'idleRequests'> {
  report: ReportOptions;
}

/** Renders the page of a form. */
async function render(
  form: Form,
  { fields, headers, failOn, idleRequests }: PageForm,
  { url, index }: ReturnType<typeof requireSource>,
  work: PageWork,
): Promise<Output> {
  // Gotenberg evaluates it once, and this is no value.
  if (form.text('waitForExpression').trim() === 'undefined') throw expressionError(form);
  const extra = headersFor(index ? 'file:///index.html' : url, headers);
  const texts = {
    ...fields,
    ...(Object.keys(extra).length > 0 ? { extraHttpHeaders: JSON.stringify(extra) } : {}),
  };
  const { pageStatuses, resourceStatuses, exceptions } = failOn;
  const loading = { report: { pageStatuses, resourceStatuses, exceptions }, idleRequests };
  let page: RenderedPage;
  try {
    page = index
      ? await renderIndex(form, index, texts, loading, work)
      : await renderAddress(url, texts, loading, work);
  } catch (error) {
    throw pageError(error, form);
  }
  if (!page.report) throw new Error('The renderer did not report the load');
  requireLoad(page.report, failOn);
  if (page.kind === 'produced') return page.file;
  return { ...page.file, content: await work.files.read(page.file) };
}

const checked = <Shape extends z.ZodType>(shape: Shape, texts: Record<string, string>): z.output<Shape> => {
  const result = shape.safeParse(texts, clientValues);
  if (!result.success) throw combineFaults(result.error.issues.flatMap(faultsOf));
  return result.data;
};

/** How Gotenberg prints a page, without fields for it: a single page ends at the first forced break. */
const printing = { keepsBreaks: true, exactColors: true, window: { width: 800, height: 600 } } as const;

function callOf(fields: RenderFields, { report, idleRequests }: Loading, { call }: PageWork) {
  const { options, ...request } = pageRequest({ ...call, fields });
  const page = { ...options.page, loadsForScreen: true, waitsForBox: true, idleRequests };
  if (options.format !== 'pdf') return { ...request, options: { ...options, page }, report };
  return { ...request, options: { ...options, page, pdf: { ...options.pdf, ...printing } }, report };
}

async function renderIndex(
  form: Form,
  index: FormFile,
  texts: Record<string, string>,
  loading: Loading,
  work: PageWork,
): Promise<RenderedPage> {
  const fields = checked(htmlFile.body.fields, texts);
  const assets = form.inputs.filter(({ fileName }) => fileName !== '' && !ownFiles.includes(fileName));
  const files = { file: index, assets, fonts: [] };
  await checkHtmlFiles(files, work.inputs);
  return renderHtmlFile({ ...callOf(fields, loading, work), files }, work);
}

async function renderAddress(
  url: string,
  texts: Record<string, string>,
  loading: Loading,
  work: PageWork,
): Promise<RenderedPage> {
  const fields = checked(htmlUrl.body.fields, { ...texts, url });
  return renderUrl({ ...callOf(fields, loading, work), page: fields, files: { fonts: [] } }, work);
}

const filled = async (source: Source, form: Form, given: ReturnType<typeof requireSource>, work: PageWork) =>
  source === 'markdown' && given.index
    ? { ...given, index: await markdownPage(form, given.index, work.markdown, work.call.deadline) }
    : given;

const convert =
  (source: Source): PageRoute =>
  async (form, work) => {
    const { check, ...page } = readPrintedPage(form);
    const split = readSplit(form, false);
    const { order, own } = finishingOrder(form, () => requireSource(form, source), { canFlatten: false });
    check();
    if (source === 'url') requireWebUrl(own.url);
    const printed = await render(form, page, await filled(source, form, own, work), work);
    const isSingle = page.fields['singlePage'] === 'true';
    const rendered = isSingle ? await firstPage(printed, work.pdf) : printed;
    const fileName = `${work.call.requestId}.pdf`;
    const isFinished = Object.keys(order.fields).length > 0 || Object.keys(order.files).length > 0;
    if (!split && !isFinished) return { files: [{ ...rendered, fileName }] };
    const file = inputOf(rendered, work.outputName === '' ? fileName : `${work.outputName}.pdf`);
    const files = split
      ? await splitDocuments([file], split, order, work.pdf)
      : [{ ...(await work.pdf.edit(file, order)), fileName }];
    return { files: files.map((each) => ({ ...each, warnings: [...rendered.warnings, ...each.warnings] })) };
  };

/** Forced breaks end a single page, as in Gotenberg. */
async function firstPage(printed: Output, pdf: PdfOperations): Promise<Output> {
  const { pages = 1 } = printed;
  if (pages === 1) return printed;
  const order = { fields: { pages: '1' }, files: {} };
  const first = await pdf.edit(inputOf(printed, 'page.pdf'), order);
  const dropped = {
    code: 'pages-dropped',
    message: `The single page ends at the first forced break: ${pages - 1} further pages are not in the result.`,
  };
  return { ...first, warnings: [dropped, ...printed.warnings, ...first.warnings] };
}

function inputOf({ content }: Output, fileName: string): InputFile {
  const bytes = 'path' in content ? Buffer.alloc(0) : Buffer.from(bytesOf(content));
  return { field: 'page', fileName, size: bytes.length, source: { kind: 'inline', bytes } };
}

const screenshot =
  (source: Source): PageRoute =>
  async (form, work) => {
    const page = readPicturedPage(form);
    const given = requireSource(form, source);
    form.faults.check();
    if (source === 'url') requireWebUrl(given.url);
    const rendered = await render(form, page, await filled(source, form, given, work), work);
    const extension = page.fields['format'] ?? 'png';
    return { files: [{ ...rendered, fileName: `${work.call.requestId}.${extension}` }] };
  };

/** The routes below `/forms/chromium`. */
export const pageRoutes = {
  'convert/html': convert('html'),
  'convert/url': convert('url'),
  'convert/markdown': convert('markdown'),
  'screenshot/html': screenshot('html'),
  'screenshot/url': screenshot('url'),
  'screenshot/markdown': screenshot('markdown'),
} as const satisfies Record<string, PageRoute>;
