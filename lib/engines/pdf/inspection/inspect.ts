import type { Permission } from '../../../api/fields/finishing/permissions.ts';
import { conformanceOf } from '../assembly/metadata/conformance.ts';
import { versionOf } from '../assembly/metadata/pdf-version.ts';
import { dictAt, isString, isTrueAt, resolved, textOf } from '../assembly/lookup.ts';
import { keys } from '../keys.ts';
import type { PdfSource } from '../reader/pdf-source.ts';
import { nameText } from '../syntax/names.ts';
import { type AttachmentDetails, attachmentDetails } from './attachments.ts';
import { type Bookmark, bookmarksOf } from './bookmarks.ts';
import { Bounds, reportLimits } from './bounds.ts';
import { type FieldDetails, fieldsOf } from './form.ts';
import { type FontDetails, fontDetails } from './fonts.ts';
import { isLinearized } from './linearization.ts';
import { pageLabelsOf } from './page-labels.ts';
import { type PageSize, pageSizeOf } from './page-size.ts';
import { permissionsOf } from './permissions.ts';
import { usedResourcesOf } from './resources.ts';
import { type SignatureDetails, signaturesOf } from './signatures.ts';

export interface PageDetails extends PageSize {
  label: string | null;
}

/** What a document contains. Lists and texts are bounded by `reportLimits`. */
export interface Inspection {
  pageCount: number;
  pages: PageDetails[];
  version: string;
  encrypted: boolean;
  permissions: Permission[];
  metadata: Record<string, string>;
  bookmarks: Bookmark[];
  attachments: AttachmentDetails[];
  form: FieldDetails[];
  fonts: FontDetails[];
  images: { count: number; bytes: number };
  signatures: SignatureDetails[];
  /** The standards that the document claims to conform to. */
  conformance: string[];
  linearized: boolean;
  tagged: boolean;
  /** Whether a list or a text was shortened. */
  truncated: boolean;
}

/** Reads everything that a caller can ask about a document, without its content streams. */
export function inspect(source: PdfSource): Inspection {
  const bounds = new Bounds();
  const { encrypted, file, pages } = source;
  const labels = pageLabelsOf(source, Math.min(pages.length, reportLimits.entries));
  const { fonts, images } = usedResourcesOf(source);
  const details = {
    pageCount: pages.length,
    pages: bounds.list(pages.entries(), ([index, page]) => ({
      ...pageSizeOf(page),
      label: bounds.optionalText(labels[index] ?? undefined),
    })),
    version: versionOf(source).toFixed(1),
    encrypted,
    permissions: permissionsOf(file.decryption?.access),
    metadata: metadataOf(source, bounds),
    bookmarks: bookmarksOf(source, bounds),
    attachments: attachmentDetails(source, bounds),
    form: fieldsOf(source, bounds),
    fonts: bounds.list(distinct([...fonts].map(fontDetails)), (font) => ({
      ...font,
      name: bounds.text(font.name),
      type: bounds.text(font.type),
    })),
    images: {
      count: images.size,
      bytes: [...images].reduce((sum, { contents }) => sum + contents.length, 0),
    },
    signatures: signaturesOf(source, bounds),
    conformance: bounds.list(conformanceOf(source), (standard) => bounds.text(standard)),
    linearized: isLinearized(source),
    tagged: isTagged(source),
  };
  return { ...details, truncated: bounds.truncated };
}

/** Whether the document has a structure tree and declares it (PDF 32000-1, 14.7.1). */
function isTagged({ catalog, context }: PdfSource): boolean {
  const marks = dictAt(catalog, keys.MarkInfo);
  const tree = resolved(context, catalog.get(keys.StructTreeRoot));
  return tree !== undefined && marks !== undefined && isTrueAt(marks, keys.Marked);
}

/** The texts of the document information dictionary. */
function metadataOf({ info, context }: PdfSource, bounds: Bounds): Record<string, string> {
  const texts = (info?.entries() ?? []).flatMap(([key, entry]) => {
    const value = resolved(context, entry);
    return isString(value) ? [{ key: nameText(key), text: textOf(value) }] : [];
  });
  return Object.fromEntries(
    bounds.list(texts, ({ key, text }) => [
      bounds.text(Buffer.from(key, 'latin1').toString('utf8')),
      bounds.text(text),
    ]),
  );
}

/** Fonts that differ in nothing that is reported are one: a merged document has many copies of a font. */
const distinct = (fonts: readonly FontDetails[]): FontDetails[] => [
  ...new Map(fonts.map((font) => [JSON.stringify(font), font])).values(),
];
