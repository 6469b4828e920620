import { join } from 'node:path';
import type { OfficeOptions } from '../../api/options/office.ts';
import { prepareCompoundDocument } from './compound-document.ts';
import { documentEdits, type LayoutOptions } from './document-edits.ts';
import { documentLanguage } from './document-language.ts';
import { withoutExternalLinks } from './external-links.ts';
import type { FormatFamily, OfficeFormat } from './formats.ts';
import { flatLanguage, packageLanguage } from './odf/document-language.ts';
import { isEncryptedPackage } from './odf/encryption.ts';
import { withoutFlatLinks } from './odf/prepare-flat.ts';
import { editParts } from './part-edits.ts';
import { rtfLanguage } from './rtf/rtf-language.ts';
import { withoutRtfLinks } from './rtf/without-rtf-links.ts';
import { prepareTable, prepareText } from './text/prepare-text.ts';
import { unsupportedPassword } from './unsupported-password.ts';
import { fromFile } from '../../base/random-access.ts';

/** The options that change a document before LibreOffice reads it. */
export type DocumentOptions = Pick<OfficeOptions, keyof LayoutOptions | 'encoding' | 'separator'> & {
  /** Whether the result can be edited as the document can. LibreOffice then reads it without changes. */
  isEditable?: boolean;
};

export interface UnpreparedDocument {
  /** Path of a document without encryption. */
  inputFile: string;
  format: OfficeFormat;
  options: DocumentOptions;
  /** Folder for intermediate files. The caller empties it. */
  folder: string;
  signal: AbortSignal;
}

/** A document that LibreOffice may read. */
export interface PreparedDocument {
  /** Path. */
  inputFile: string;
  /** BCP 47; undefined when the document names none. */
  language?: string | undefined;
  /** Options of LibreOffice's import filter. */
  importOptions?: string;
  /** Whether the document is encrypted; only LibreOffice detects how. */
  isEncrypted?: boolean;
}

/**
 * Checks the limits of a document, removes its links to other files and servers, and applies the options that
 * LibreOffice has none for.
 *
 * @throws InputFault `damaged-document`, `file-too-large` or another code when the document fails a check
 * @throws the signal's reason when the signal aborts
 */
export const prepareDocument = (document: UnpreparedDocument): Promise<PreparedDocument> =>
  preparations[document.format.family](document);

type Prepare = (document: UnpreparedDocument) => Promise<PreparedDocument>;

const preparations: Readonly<Record<FormatFamily, Prepare>> = {
  async ooxml({ inputFile, format: { kind }, options, folder, signal }) {
    let document = await withoutExternalLinks(inputFile, folder, signal);
    const edits = options.isEditable ? undefined : documentEdits(kind, options);
    if (edits) document = await editParts(document, join(folder, 'edited'), edits, signal);
    return { inputFile: document, language: await documentLanguage(document, kind, signal) };
  },
  async odf({ inputFile, format, folder, signal }) {
    await using file = await fromFile(inputFile);
    if (await isEncryptedPackage(file)) throw unsupportedPassword(format);
    const document = await withoutExternalLinks(inputFile, folder, signal);
    return { inputFile: document, language: await packageLanguage(document, format.kind, signal) };
  },
  async 'flat-odf'(document) {
    const output = outputOf(document);
    const { inputFile, format, signal } = document;
    await withoutFlatLinks(inputFile, output, signal);
    return { inputFile: output, language: await flatLanguage(output, format.kind, signal) };
  },
  async rtf(document) {
    const output = outputOf(document);
    await withoutRtfLinks(document.inputFile, output, document.signal);
    return { inputFile: output, language: await rtfLanguage(output) };
  },
  async text(document) {
    const output = outputOf(document);
    await prepareText(document.inputFile, output, document.options, document.signal);
    return { inputFile: output };
  },
  async table(document) {
    const { inputFile, options, signal } = document;
    const output = outputOf(document);
    return { inputFile: output, importOptions: await prepareTable(inputFile, output, options, signal) };
  },
  compound: (document) => prepareCompoundDocument(document.inputFile, outputOf(document)),
};

const outputOf = ({ folder }: UnpreparedDocument): string => join(folder, 'prepared');
