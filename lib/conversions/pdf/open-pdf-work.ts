import type { UploadLookup } from '../../files/input-file.ts';
import { InputMemory } from '../../files/input-memory.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { conversionVariables, openConversionStores } from '../../storage/open-stores.ts';
import { PdfThread } from './pdf-thread.ts';
import type { PdfWork } from './read-inputs.ts';

type PdfStores = Omit<ReturnType<typeof openConversionStores>, 'uploads'> & { uploads: UploadLookup };

/** What `openPdfWork` takes of the environment. */
export const pdfVariables = [...conversionVariables, 'AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] as const;

/**
 * Opens the stores that merging and splitting work with, and starts the thread.
 *
 * @param worker `worker.ts`, or what it was bundled into
 */
export function openPdfWork(
  variables: Readonly<Record<(typeof pdfVariables)[number], string>>,
  worker: URL,
): {
  stores: PdfStores;
  workFor: (request: { deadline: number }) => PdfWork;
  /** To be called when the request has been answered with `files`, whose memory then serves the next one. */
  release: (files: readonly ProducedFile<Chunks>[]) => void;
} {
  const stores = openConversionStores(variables);
  const { uploads } = stores;
  const memory = new InputMemory();
  const pdf = new PdfThread(worker, Number(variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE));
  return {
    stores: { ...stores, uploads: { find: (...asked) => uploads.findAndRead(...asked, memory) } },
    workFor: ({ deadline }) => ({ pdf, uploads, deadline }),
    release: (files) => memory.giveBack(files.flatMap(({ content }) => content.chunks)),
  };
}
