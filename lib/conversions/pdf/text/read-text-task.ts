import { textMediaTypes, type TextFormat } from '../../../api/fields/text-fields.ts';
import type { DocumentText as DocumentTextResponse } from '../../../api/responses/document-text.ts';
import type { Warning } from '../../../api/responses/warning.ts';
import { withExtension, withoutExtension } from '../../../base/file-name.ts';
import { InputFault } from '../../../base/input-fault.ts';
import { limits } from '../../../base/limits.ts';
import { timed } from '../../../base/observability/span.ts';
import { boundedWarnings } from '../../../base/warnings.ts';
import { prepareReading } from '../../../engines/text/prepare-reading.ts';
import { type DocumentText, type PageReader, readText } from '../../../engines/text/read-text.ts';
import { jsonPages } from '../../../engines/text/write-json.ts';
import { markdown } from '../../../engines/text/write-markdown.ts';
import { plainText } from '../../../engines/text/write-plain.ts';
import type { Chunks, ProducedFile } from '../../../files/produced-file.ts';
import { withDocuments } from '../open-documents.ts';
import { requirePageLimit } from '../page-limit.ts';
import { selectPages } from '../select-pages.ts';
import type { TextTask } from '../task.ts';
import { damageWarnings } from '../warnings.ts';
import { unknownCharacters } from './unknown-characters.ts';

const extensions = { text: '.txt', json: '.json', markdown: '.md' } as const satisfies Record<
  TextFormat,
  string
>;

/**
 * Reads the text of a PDF.
 *
 * @param reader reads half of the pages of a long document
 * @throws AppError `invalid-range` when a range is not in the document, `file-too-large` when the text is too long or the
 *   document takes too much memory, `damaged-document` when PDFium cannot read it, and the errors of `withDocuments`
 */
export async function readTextTask(task: TextTask, reader?: PageReader): Promise<ProducedFile<Chunks>> {
  const { input, format, fileName, pages, processorMilliseconds } = task;
  const { field } = input;
  const { plan, damage } = withDocuments([input], { field, processorMilliseconds }, ([source]) => {
    if (!source) throw new Error('withDocuments did not return the document');
    const prepared = prepareReading(source, selectPages(source, pages, requirePageLimit));
    // Damage is found while the document is read.
    return { plan: prepared, damage: damageWarnings(field, source) };
  });
  const characters = limits.textCharacters;
  const read = await timed('read', () => readText(plan, { characters }, reader)).catch((error: unknown) => {
    throw error instanceof InputFault ? error.inField(field) : error;
  });
  const warnings = boundedWarnings([...damage, ...unknownCharacters(field, read.unknown)]);
  const bytes = Buffer.from(written(read, format, warnings));
  const extension = extensions[format];
  const name = fileName || withoutExtension(input.fileName || 'document', '.pdf');
  return {
    fileName: withExtension(name, extension),
    contentType: textMediaTypes[format],
    content: { chunks: [bytes], size: bytes.length },
    warnings,
  };
}

function written(read: DocumentText, format: TextFormat, warnings: Warning[]): string {
  switch (format) {
    case 'text':
      return plainText(read);
    case 'markdown':
      return markdown(read);
    case 'json':
      return JSON.stringify({ pages: jsonPages(read), warnings } satisfies DocumentTextResponse);
  }
}
