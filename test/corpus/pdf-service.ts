import * as z from 'zod';
import { AppError } from '#lib/base/app-error.ts';
import { editPdf } from '#lib/conversions/pdf/edit-pdf.ts';
import { inspectPdf } from '#lib/conversions/pdf/inspect-pdf.ts';
import { mergePdf } from '#lib/conversions/pdf/merge-pdf.ts';
import { splitPdf } from '#lib/conversions/pdf/split-pdf.ts';
import { editFields } from '#lib/api/fields/pdf-fields.ts';
import { pdfText } from '#lib/conversions/pdf/text/pdf-text.ts';
import type { DocumentText as DocumentTextResponse } from '#lib/api/responses/document-text.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { Inspection } from '#lib/api/responses/inspection.ts';
import type { InputFile } from '#lib/files/input-file.ts';
import { bytesOf, type MemoryContent } from '#lib/files/produced-file.ts';
import type { Warning } from '#lib/api/responses/warning.ts';
import { parsePageRanges } from '#lib/base/page-ranges.ts';
import { directPdfWork } from '../support/direct-pdf-work.ts';
import { type Reply, type CorpusClient, download } from './corpus-client.ts';

/** A resulting PDF. */
export interface MadePdf {
  bytes: Uint8Array;
  pages: number;
  warnings: FileResponse['warnings'];
}

/** A response without a result. The message is the error code. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly code: string;

  constructor(code: string, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}

/** The conversions under test: through the service, or called directly. Rejections are thrown. */
export interface PdfService {
  merge(files: readonly Buffer[]): Promise<MadePdf>;
  split(file: Buffer, ranges: string): Promise<MadePdf[]>;
  edit(file: Buffer, fields: EditFields): Promise<MadePdf>;
  inspect(file: Buffer, password?: string): Promise<Inspection>;
  text(file: Buffer): Promise<string>;
}

/** The fields of an edit as a client sends them, and the bytes of attachments. */
export type EditFields = Readonly<Partial<Record<keyof typeof editFields, string>>> & {
  readonly attachment?: Buffer;
};

/** Of all files that are sent. */
export const inputName = 'input.pdf';

/** The PDF endpoints of a local run. */
export function pdfEndpoints(client: CorpusClient): PdfService {
  const made = async ({ url, pages = 0, warnings }: FileResponse): Promise<MadePdf> => ({
    bytes: await download(url),
    pages,
    warnings,
  });
  const result = <T>({ status, body }: Reply<T>): T => {
    if (status === 200) return body;
    if (status >= 500) throw new Error(`${status} ${body.code ?? ''}`);
    throw new Rejection(body.code ?? '', body.detail ?? '');
  };
  return {
    merge: async (files) => {
      const fields = files.map((file): [string, Buffer] => ['files', file]);
      return made(result(await client.post<FileResponse>('/api/pdf/merge', fields)));
    },
    split: async (file, ranges) => {
      const fields: [string, Buffer | string][] = [
        ['file', file],
        ['ranges', ranges],
      ];
      return Promise.all(result(await client.post<FileResponse[]>('/api/pdf/split', fields)).map(made));
    },
    edit: async (file, { attachment, ...fields }) => {
      const parts: [string, Buffer | string][] = [['file', file], ...Object.entries(fields)];
      if (attachment) parts.push(['attachments', attachment]);
      return made(result(await client.post<FileResponse>('/api/pdf/edit', parts, inputName)));
    },
    inspect: async (file, password) => {
      const fields: [string, Buffer | string][] = [['file', file]];
      if (password !== undefined) fields.push(['password', password]);
      return result(await client.post<Inspection>('/api/pdf/inspect', fields));
    },
    text: async (file) => {
      const fields: [string, Buffer | string][] = [
        ['file', file],
        ['format', 'json'],
      ];
      const { pages } = result(await client.post<DocumentTextResponse>('/api/pdf/text', fields));
      const blocks = pages.flatMap((page) => page.blocks);
      return blocks.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n');
    },
  };
}

/** The conversions without the service round them. */
export const pdfConversions: PdfService = {
  merge: async (files) => {
    const request = { files: files.map((file, index) => input(file, `files[${index}]`)), fileName: '' };
    return inMemory(await rejecting(() => mergePdf(request, directPdfWork())));
  },
  split: async (file, ranges) => {
    const request = { file: input(file, 'file'), ranges: parsePageRanges(ranges), fileName: '' };
    return (await rejecting(() => splitPdf(request, directPdfWork()))).map(inMemory);
  },
  edit: async (file, { attachment, ...fields }) => {
    const { password, ...options } = z.strictObject(editFields).parse(fields);
    const attachments = attachment && [input(attachment, 'attachments[0]')];
    const request = { ...options, password, file: input(file, 'file'), attachments };
    return inMemory(await rejecting(() => editPdf(request, directPdfWork())));
  },
  inspect: (file, password) =>
    rejecting(() => inspectPdf({ file: input(file, 'file'), password }, directPdfWork())),
  text: async (file) => {
    const request = { file: input(file, 'file'), format: 'text', fileName: '' } as const;
    const { content } = await rejecting(() => pdfText(request, directPdfWork()));
    return Buffer.from(bytesOf(content)).toString();
  },
};

const input = (bytes: Buffer, field: string): InputFile => ({
  field,
  fileName: inputName,
  size: bytes.length,
  source: { kind: 'inline', bytes },
});

const inMemory = (file: {
  content: MemoryContent;
  pages?: number | undefined;
  warnings: Warning[];
}): MadePdf => ({
  bytes: bytesOf(file.content),
  pages: file.pages ?? 0,
  warnings: file.warnings,
});

async function rejecting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? new Rejection(error.code, error.message) : error;
  }
}
