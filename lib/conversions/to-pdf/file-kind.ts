import { extname } from 'node:path';
import { AppError, combineFaults, type FieldFault } from '../../base/app-error.ts';
import { inBatches } from '../../base/in-batches.ts';
import { InputFault } from '../../base/input-fault.ts';
import type { RandomAccess } from '../../base/random-access.ts';
import { isMail, mailStartBytes } from '../../engines/mail/is-mail.ts';
import { detectOfficeFile } from '../../engines/office/detect.ts';
import { textOfStart } from '../../engines/office/text/encoding.ts';
import { isPdf } from '../../engines/pdf/is-pdf.ts';
import { pictureKindOf } from '../../engines/pictures/picture-kind.ts';
import { isSvg } from '../../engines/pictures/svg.ts';
import type { InputFile } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';

/** How a file becomes a PDF. */
export type FileKind = 'pdf' | 'picture' | 'office' | 'html' | 'markdown' | 'mail' | 'svg';

/** More than the start of every kind takes. In bytes. */
const startBytes = Math.max(4096, mailStartBytes);

/** The header of a PDF, after a byte order mark or an empty line. In bytes. */
const pdfMarkBytes = 8;

/** The root element of an SVG document can follow a long comment. In bytes. */
const svgStartBytes = 65_536;

const extensions: Readonly<Record<string, FileKind>> = {
  '.htm': 'html',
  '.html': 'html',
  '.xhtml': 'html',
  '.md': 'markdown',
  '.markdown': 'markdown',
};

const htmlStart = /^\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype\s+html|html)\b/i;

/**
 * Detects how a file becomes a PDF, by its content.
 *
 * @param fileName its extension distinguishes Markdown and HTML from plain text, and nothing else
 * @throws InputFault `empty-file`, or `invalid-file-type` for a file of another kind
 */
async function detectFileKind(file: RandomAccess, fileName: string): Promise<FileKind> {
  if (file.size === 0) throw new InputFault('empty-file', 'is empty');
  const start = await file.read(0, Math.min(file.size, startBytes));
  if (isPdf(start.subarray(0, pdfMarkBytes))) return 'pdf';
  if (pictureKindOf(start) !== undefined) return 'picture';
  if (isMail(start, fileName)) return 'mail';
  const text = textOfStart(start);
  if (text !== undefined) {
    const kind = await kindOfText(file, text.replace(/^\uFEFF/, ''), fileName);
    if (kind) return kind;
  }
  // Other bytes can precede the header. So can the words of a text about PDF.
  if (isPdf(start)) return 'pdf';
  const found = await detectOfficeFile(file, fileName);
  if (found.kind !== 'foreign') return 'office';
  throw new InputFault(
    'invalid-file-type',
    `cannot be converted to PDF: by its content it is ${found.description}`,
  );
}

/** The kind of a file of text; undefined for what LibreOffice reads. */
async function kindOfText(file: RandomAccess, text: string, fileName: string): Promise<FileKind | undefined> {
  if (htmlStart.test(text)) return 'html';
  if (/^\s*</.test(text) && isSvg(await file.read(0, Math.min(file.size, svgStartBytes)))) return 'svg';
  return extensions[extname(fileName).toLowerCase()];
}

/** Files that are looked into at the same time. */
const parallelLooks = 8;

/**
 * Detects the kinds of files.
 *
 * @throws AppError as `detectFileKind`, naming each field
 */
export async function kindsOf(
  files: readonly InputFile[],
  inputs: Pick<InputStore, 'lookInto'>,
): Promise<FileKind[]> {
  const kinds = await inBatches(files, parallelLooks, async (file): Promise<FileKind | FieldFault> => {
    try {
      return await inputs.lookInto(file, (access) => detectFileKind(access, file.fileName));
    } catch (error) {
      const [fault] = error instanceof AppError ? error.errors : [];
      if (!fault || !(error instanceof AppError)) throw error;
      return { code: error.code, ...fault, retryable: error.retryable };
    }
  });
  const faults = kinds.filter((kind) => typeof kind === 'object');
  if (faults.length > 0) throw combineFaults(faults);
  return kinds.filter((kind) => typeof kind === 'string');
}
