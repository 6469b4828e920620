import { createHash } from 'node:crypto';
import { listOf } from '../assembly/lookup.ts';
import { dictOf } from '../assembly/object-builders.ts';
import { deflate } from '../filters/deflate.ts';
import { keys, values } from '../keys.ts';
import type { PDFDict } from '../objects.ts';
import {
  PDFHexString,
  PDFNumber,
  type PDFContext,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFString,
} from '../objects.ts';
import { nameOf } from '../syntax/names.ts';
import { compressionLevel } from '../writer/compression-level.ts';
import type { BuiltDocument } from './built-document.ts';
import { EmbeddedFiles } from './embedded-files.ts';
import type { AttachedFile } from './finishing.ts';

/**
 * Attaches files to the document as a whole (PDF 32000-1, 7.11.4) beside those that it has, and associates them with it
 * (ISO 32000-2, 14.13). A file whose name is taken is renamed.
 */
export function attachFiles({ context, catalog }: BuiltDocument, files: readonly AttachedFile[]): void {
  const embedded = new EmbeddedFiles(context, catalog);
  const associated: PDFObject[] = [...listOf(context, catalog.get(keys.AF))];
  for (const file of files) {
    const fileName = embedded.freeName(file.fileName);
    const ref = context.register(specificationOf({ ...file, fileName }, context));
    embedded.add(fileName, ref);
    associated.push(ref);
  }
  embedded.write();
  catalog.set(keys.AF, context.obj(associated));
}

/** The file specification (PDF 32000-1, 7.11.3), with the file. */
function specificationOf(file: AttachedFile, context: PDFContext): PDFDict {
  const { fileName, description, relationship } = file;
  const name = PDFHexString.fromText(fileName);
  const embedded = embed(file, context);
  return dictOf(context, {
    Type: values.Filespec,
    F: name,
    UF: name,
    EF: dictOf(context, { F: embedded, UF: embedded }),
    Desc: description === undefined ? undefined : PDFHexString.fromText(description),
    AFRelationship: nameOf(relationship),
  });
}

/** What an attached file takes long to compute. */
interface Prepared {
  deflated: Buffer;
  /** MD5 in hexadecimal. */
  checksum: string;
}

/** Prepared files: a split attaches the same files to each part. */
const known = new WeakMap<Uint8Array, Prepared>();

function prepared(content: Uint8Array): Prepared {
  let file = known.get(content);
  if (!file) {
    const checksum = createHash('md5').update(content).digest('hex');
    known.set(content, (file = { deflated: deflate(content, compressionLevel), checksum }));
  }
  return file;
}

/** The bytes of the file as a stream, compressed if that makes them shorter. */
function embed({ content, mimeType, modified }: AttachedFile, context: PDFContext): PDFRef {
  const { deflated, checksum } = prepared(content);
  const isShorter = deflated.length < content.length;
  const dict = dictOf(context, {
    Type: values.EmbeddedFile,
    Subtype: nameOf(mimeType),
    Filter: isShorter ? values.FlateDecode : undefined,
    Params: dictOf(context, {
      Size: PDFNumber.of(content.length),
      ModDate: modified && PDFString.fromDate(modified),
      CheckSum: PDFHexString.of(checksum),
    }),
  });
  return context.register(PDFRawStream.of(dict, isShorter ? deflated : content));
}
