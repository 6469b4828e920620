import { booleanField, choiceField, fileNameField } from './fields.ts';
import { paperDefaults, pdfDefaults } from './html/defaults.ts';
import { boolean } from './html/field-kinds.ts';
import { layoutFields, pageFields, paperFields } from './html/fields.ts';
import { jobFields } from './job-fields.ts';
import { allFormatFields, officeFields, officePassword } from './office-fields.ts';
import { pdfExportFields } from './pdf-export-fields.ts';
import { outlineModes, passwordsField } from './pdf-fields.ts';
import { fit, pageSizeField } from './picture-page-fields.ts';
import { type SchemaRules, sent, without } from './schema-rules.ts';

const pageSize = pageSizeField(
  `Paper size of HTML, Markdown and email pages, of images, and of the sections and sheets of office documents that specify none. \`${fit}\` makes the page of an image as large as the image plus the margins. Default: \`${fit}\` for images, ${paperDefaults.pageSize} for everything else.`,
);

const { pageSize: _size, paperWidth: _width, paperHeight: _height, ...margins } = paperFields;

const {
  pageRanges: _ranges,
  tagged: _tagged,
  outline: _outline,
  landscape: _landscape,
  ...layout
} = layoutFields;

/** The options of the conversion of files of all kinds to PDF. Each applies to the kinds that have it. */
export const toPdfFields = {
  merge: booleanField(true, 'Whether the result is one PDF. Otherwise, each file becomes a PDF of its own.'),
  outline: choiceField(
    outlineModes,
    'files',
    "Bookmarks of the merged PDF: `files` adds a bookmark for each of several files with the file's own beneath it, `keep` concatenates those of the files, `none` removes all.",
    'keep',
  ),
  password: officePassword,
  passwords: passwordsField,
  ...officeFields,
  ...pdfExportFields,
  ...allFormatFields,
  tagged: boolean(
    `Whether the pages of office documents, HTML and Markdown have tags for accessibility. Default: ${String(pdfDefaults.tagged)} for HTML and Markdown; for office documents true with \`pdfa\` or \`pdfua\`, otherwise false.`,
    undefined,
  ),
  landscape: boolean(
    'Whether sheets, the sections of Word documents, and pages are in landscape orientation.',
    pdfDefaults.landscape,
  ),
  pageSize,
  ...margins,
  ...layout,
  ...pageFields,
  javascript: boolean(
    'Whether the scripts of HTML and Markdown run. Default: true for HTML, false for Markdown.',
    undefined,
  ),
  ...jobFields,
  fileName: fileNameField(
    'File name of the result. Default: that of a single file, otherwise `merged.pdf`. Without `merge`, the files name the results.',
  ),
};

/** The rules between them in JSON Schema, for the description. */
export const toPdfRules: SchemaRules = {
  dependentSchemas: { password: { properties: { passwords: false, files: { maxItems: 1 } } } },
  if: sent('merge', false),
  then: without('bookmarks'),
};
