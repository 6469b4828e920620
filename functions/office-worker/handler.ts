import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireVariables } from '#lib/base/environment.ts';
import { hardenProcess } from '#lib/base/processes/process-control.ts';
import { OfficeConverter } from '#lib/engines/office/converter.ts';

const { LIBREOFFICE_ROOT, FONTS_CONF, AWS_LAMBDA_FUNCTION_MEMORY_SIZE } = requireVariables(
  process.env,
  'LIBREOFFICE_ROOT',
  'FONTS_CONF',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
);
/** Of the function's memory, what is not for LibreOffice: this process, and the template that conversions fork from. */
const reservedMegabytes = 768;

const beside = (name: string): string => join(import.meta.dirname, name);
const koffiFile = beside('koffi.node');
// LibreOffice runs as the same user: without this a document's exploit could read this process and its credentials.
hardenProcess(koffiFile);
const converter = new OfficeConverter({
  libreOfficeRoot: LIBREOFFICE_ROOT,
  fontsConf: FONTS_CONF,
  workDirectory: tmpdir(),
  hostFile: beside('host.mjs'),
  templateFile: beside('template.mjs'),
  forksAhead: true,
  memoryLimitBytes: (Number(AWS_LAMBDA_FUNCTION_MEMORY_SIZE) - reservedMegabytes) * 2 ** 20,
  koffiFile,
});
await converter.start();
// LibreOffice starts in a process of its own while this one loads the rest of its code.
const [{ jobWorker, openWorker }, { officeWork }, { lazyPdf }, { openPdfThread }] = await Promise.all([
  import('../job-worker.ts'),
  import('#lib/conversions/office/office-work.ts'),
  import('#lib/conversions/pdf/lazy-pdf.ts'),
  import('../open-pdf-thread.ts'),
]);
const stores = openWorker('office-worker', process.env);
await converter.ready();
stores.logger.info('LibreOffice is ready', { confinement: converter.confinement });
const work = officeWork({
  ...stores,
  pdf: lazyPdf(() => openPdfThread(process.env, import.meta.dirname)),
  converter,
  decryptWorker: new URL('decrypt-worker.mjs', import.meta.url),
  workDirectory: tmpdir(),
});

/** Converts the documents of office jobs. */
export const handler = jobWorker(stores, {
  'docx-to-pdf': work,
  'xlsx-to-pdf': work,
  'pptx-to-pdf': work,
  'to-pdf': work,
  'convert-office': work,
});
