import { type Parts, zipParts } from './office-package.ts';

export type OpenDocumentKind = 'text' | 'spreadsheet' | 'presentation' | 'graphics';

export interface OpenDocumentContent {
  /** Markup in the body: paragraphs, tables or pages. */
  body: string;
  /** Markup before the body: `office:scripts`, `office:automatic-styles`, … */
  before?: string;
  /** `office:meta` and `office:settings`. */
  meta?: string;
  settings?: string;
}

const prefix = 'urn:oasis:names:tc:opendocument:xmlns';
const namespaces =
  ['office', 'text', 'table', 'style', 'meta', 'form', 'script', 'presentation', 'config']
    .map((name) => `xmlns:${name}="${prefix}:${name}:1.0"`)
    .join(' ') +
  ` xmlns:draw="${prefix}:drawing:1.0" xmlns:svg="${prefix}:svg-compatible:1.0" xmlns:fo="${prefix}:xsl-fo-compatible:1.0"` +
  ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ooo="http://openoffice.org/2004/office" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" xmlns:xforms="http://www.w3.org/2002/xforms"';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

const mediaTypeOf = (kind: OpenDocumentKind): string => `application/vnd.oasis.opendocument.${kind}`;

const wrapped = (root: string, content: string, attributes = ''): string =>
  `${declaration}<office:${root} ${namespaces} office:version="1.3"${attributes}>${content}</office:${root}>`;

/** An OpenDocument package (ODF 1.3). */
export function makeOpenDocument(
  kind: OpenDocumentKind,
  { body, before = '', meta = '', settings = '' }: OpenDocumentContent,
  parts: Parts = {},
): Buffer {
  const files: Parts = {
    'content.xml': wrapped(
      'document-content',
      `${before}<office:body><office:${kind}>${body}</office:${kind}></office:body>`,
    ),
    'meta.xml': wrapped('document-meta', `<office:meta>${meta}</office:meta>`),
    'settings.xml': wrapped('document-settings', `<office:settings>${settings}</office:settings>`),
    ...parts,
  };
  const entries = Object.keys(files).map(
    (name) =>
      `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${name.endsWith('.xml') ? 'text/xml' : ''}"/>`,
  );
  return zipParts({
    mimetype: mediaTypeOf(kind),
    ...files,
    'META-INF/manifest.xml': `${declaration}<manifest:manifest xmlns:manifest="${prefix}:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:version="1.3" manifest:media-type="${mediaTypeOf(kind)}"/>${entries.join('')}</manifest:manifest>`,
  });
}

/** The same document as a single XML file. */
export const makeFlatDocument = (
  kind: OpenDocumentKind,
  { body, before = '', meta = '', settings = '' }: OpenDocumentContent,
): Buffer =>
  Buffer.from(
    wrapped(
      'document',
      `<office:meta>${meta}</office:meta><office:settings>${settings}</office:settings>${before}<office:body><office:${kind}>${body}</office:${kind}></office:body>`,
      ` office:mimetype="${mediaTypeOf(kind)}"`,
    ),
  );
