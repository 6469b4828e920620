import { pageDefaults } from '../../../api/fields/html/defaults.ts';
import { everyEntry } from '../../../api/fields/metadata.ts';
import type { FinishingOptions } from '../../../api/options/finishing.ts';
import type { PageOptions } from '../../../api/options/html.ts';
import { AppError } from '../../../base/app-error.ts';
import { InputFault } from '../../../base/input-fault.ts';
import { limits } from '../../../base/limits.ts';
import { timed } from '../../../base/observability/span.ts';
import { isMail, mailStartBytes } from '../../../engines/mail/is-mail.ts';
import type { MailPage } from '../../../engines/mail/page.ts';
import {
  contentOf,
  type GivenFile,
  type InputFile,
  isUrlInput,
  type ObjectReader,
} from '../../../files/input-file.ts';
import type { InputStore } from '../../../files/input-store.ts';
import { checkFonts } from '../../fonts/check-fonts.ts';
import type { PageFinishing, PreparedPage } from '../finish-page.ts';
import { addWarnings } from '../page-warnings.ts';
import { type HtmlFileRequest, renderHtmlFile } from '../render-file.ts';
import type { RenderingStores } from '../render-page.ts';
import type { MailRunner } from './mail-thread.ts';

/** A mail of a request, and what came with it. */
export interface GivenMailFiles<File = GivenFile> {
  file: File;
  fonts: readonly File[];
}

export interface MailStores extends RenderingStores {
  inputs: InputStore;
  uploads: ObjectReader;
  mail: MailRunner;
}

export type MailRequest = Omit<HtmlFileRequest, 'files' | 'deadline' | 'isIsolated'> &
  PageFinishing & { deadline: number; files: GivenMailFiles<InputFile> };

/**
 * Checks the files of a request without reading them as a whole. Those at URLs are checked when they are downloaded.
 *
 * @throws AppError `file-too-large` or `invalid-file-type` for the file, and the errors of `checkFonts`
 */
export async function checkMailFiles(
  { file, fonts }: GivenMailFiles,
  inputs: Pick<InputStore, 'lookInto'>,
): Promise<void> {
  await checkFonts(fonts, inputs);
  if (isUrlInput(file)) return;
  if (file.size > limits.mailBytes) {
    const message = `has ${file.size} bytes; the limit for an email is ${limits.mailBytes}`;
    throw AppError.inField('file-too-large', file.field, message);
  }
  await timed('inspect', () =>
    inputs.lookInto(file, async (access) => {
      if (isMail(await access.read(0, mailStartBytes), file.fileName)) return;
      throw new InputFault('invalid-file-type', 'must be an email message (EML)');
    }),
  );
}

/**
 * Makes a page of a mail. Its files, other than the pictures that it shows, become attachments of a PDF; subject, author
 * and date become its metadata, unless the request sets that. The page loads nothing from anywhere and runs no scripts,
 * whatever the options of the request say.
 *
 * @throws AppError `damaged-document` or `file-too-large` for the file, and the errors of `MailRunner.run`
 */
export async function preparedMail(
  { files: { file, fonts }, finishing, ...request }: MailRequest,
  stores: MailStores,
): Promise<PreparedPage> {
  const { html, pictures, attachments, metadata, warnings } = await timed('mail', () =>
    pageOf(file, request, stores),
  );
  const page = inlineFile(file.field, file.fileName.replace(/\.eml$/i, ''), Buffer.from(html));
  const assets = pictures.map(({ name, content }, index) =>
    inlineFile(`pictures[${index}]`, name, bytesOf(content)),
  );
  const isPdf = request.options.format === 'pdf';
  const options = { ...request.options, page: cagedOptions(request.options.page) };
  return {
    finishing: isPdf ? withMail(finishing, metadata, attachments) : finishing,
    attachments: isPdf
      ? attachments.map(({ fileName, content }, index) =>
          inlineFile(`${file.field}.attachments[${index}]`, fileName, bytesOf(content)),
        )
      : [],
    render: async (deadline) => {
      const given = { file: page, assets, fonts };
      const rendered = await renderHtmlFile(
        { ...request, options, deadline, files: given, isIsolated: true },
        stores,
      );
      return addWarnings(rendered, warnings, stores.files);
    },
  };
}

async function pageOf(
  file: InputFile,
  { deadline, signal }: Pick<MailRequest, 'deadline' | 'signal'>,
  { mail, uploads }: MailStores,
): Promise<MailPage> {
  const bytes = await contentOf(file, uploads);
  return mail.run({ bytes }, deadline, signal).catch((error: unknown) => {
    throw error instanceof InputFault ? error.inField(file.field) : error;
  });
}

/** What a mail has no use for, and must not have: scripts, cookies, headers. */
const cagedOptions = (page: PageOptions): PageOptions => ({
  ...page,
  javascript: false,
  waitForSelector: undefined,
  waitForExpression: undefined,
  cookies: pageDefaults.cookies,
  extraHttpHeaders: pageDefaults.extraHttpHeaders,
});

const inlineFile = (field: string, fileName: string, bytes: Buffer): InputFile => ({
  field,
  fileName,
  size: bytes.length,
  source: { kind: 'inline', bytes },
});

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** The finishing options of a request with the metadata of the mail, and with the media types of its files. */
function withMail(
  finishing: FinishingOptions,
  metadata: MailPage['metadata'],
  attachments: MailPage['attachments'],
): FinishingOptions {
  const given = finishing.metadata ?? {};
  const types = attachments.map(({ fileName, mimeType }) => [fileName, { mimeType }] as const);
  return {
    ...finishing,
    metadata: everyEntry in given ? given : { ...metadata, ...given },
    attachmentsMetadata: { ...Object.fromEntries(types), ...finishing.attachmentsMetadata },
  };
}
