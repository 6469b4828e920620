import type { Inspection } from '../../../api/responses/inspection.ts';
import { conformanceOf } from '../assembly/metadata/conformance.ts';
import { versionOf } from '../assembly/metadata/pdf-version.ts';
import { dictAt, isTrueAt, resolved } from '../assembly/lookup.ts';
import { keys } from '../keys.ts';
import type { PdfSource } from '../reader/pdf-source.ts';
import { attachmentDetails } from './attachments.ts';
import { bookmarksOf } from './bookmarks.ts';
import { Bounds, reportLimits } from './bounds.ts';
import { fieldsOf } from './form.ts';
import { fontDetails } from './fonts.ts';
import { isLinearized } from './linearization.ts';
import { metadataOf } from './metadata.ts';
import { pageLabelsOf } from './page-labels.ts';
import { pageSizeOf } from './page-size.ts';
import { permissionsOf } from './permissions.ts';
import { usedResourcesOf } from './resources.ts';
import { signaturesOf } from './signatures.ts';

/** Reports what a document contains, without reading its content streams. Lists and texts are bounded by `reportLimits`. */
export function inspect(source: PdfSource): Omit<Inspection, 'damage'> {
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

/** Fonts that differ in nothing that is reported are one: a merged document has many copies of a font. */
const distinct = (fonts: Inspection['fonts']): Inspection['fonts'] => [
  ...new Map(fonts.map((font) => [JSON.stringify(font), font])).values(),
];
