import { createHash } from 'node:crypto';
import { asDict, dictAt, listOf, resolved } from '../assembly/lookup.ts';
import { fileNameOf, numberedFile } from '../assembly/names/attachments.ts';
import { UniqueNames } from '../assembly/names/unique-names.ts';
import { dictOf } from '../assembly/object-builders.ts';
import { buildNameTree, readNameTree } from '../assembly/trees/name-tree.ts';
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
} from '../objects.ts';
import { nameOf } from '../syntax/names.ts';
import { compressionLevel } from '../writer/compression-level.ts';
import type { BuiltDocument } from './built-document.ts';
import type { AttachedFile } from './finishing.ts';

/**
 * Attaches files to the document as a whole (PDF 32000-1, 7.11.4) beside those that it has, and associates them with it
 * (ISO 32000-2, 14.13). A file whose name is taken is renamed.
 */
export function attachFiles({ context, catalog }: BuiltDocument, files: readonly AttachedFile[]): void {
  const names = dictAt(catalog, keys.Names) ?? dictOf(context, {});
  const entries = readNameTree(dictAt(names, keys.EmbeddedFiles));
  const associated: PDFObject[] = [...listOf(context, catalog.get(keys.AF))];
  const takenKeys = new UniqueNames(numberedFile);
  const takenNames = new UniqueNames(numberedFile);
  for (const [key, value] of entries) {
    takenKeys.add(key);
    const name = fileNameOf(asDict(resolved(context, value)));
    if (name !== undefined) takenNames.add(name);
  }
  for (const file of files) {
    const fileName = takenNames.add(file.fileName);
    const ref = context.register(specificationOf({ ...file, fileName }, context));
    entries.push([takenKeys.add(keyOf(fileName)), ref]);
    associated.push(ref);
  }
  const tree = buildNameTree(context, entries);
  if (tree) names.set(keys.EmbeddedFiles, tree);
  catalog.set(keys.Names, names);
  catalog.set(keys.AF, context.obj(associated));
}

/** Some readers show the key in place of the name, so it is the name as a text string. */
const keyOf = (fileName: string): string =>
  /^[\x20-\x7e]*$/.test(fileName)
    ? fileName
    : Buffer.from(PDFHexString.fromText(fileName).asBytes()).toString('latin1');

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
function embed({ content, mimeType }: AttachedFile, context: PDFContext): PDFRef {
  const { deflated, checksum } = prepared(content);
  const isShorter = deflated.length < content.length;
  const dict = dictOf(context, {
    Type: values.EmbeddedFile,
    Subtype: nameOf(mimeType),
    Filter: isShorter ? values.FlateDecode : undefined,
    Params: dictOf(context, {
      Size: PDFNumber.of(content.length),
      CheckSum: PDFHexString.of(checksum),
    }),
  });
  return context.register(PDFRawStream.of(dict, isShorter ? deflated : content));
}
