import type { RandomAccess } from '../../../base/random-access.ts';
import { formatByMark, type OfficeFormat } from '../formats.ts';
import { attributesOf, localName, XmlTagReader } from '../xml-tokens.ts';
import { XmlTextReader } from '../xml-text.ts';
import type { ZipEntry } from '../zip-directory.ts';
import { inflateEntry, readEntry } from '../zip-entry.ts';

/** The longest media type has 60 bytes. */
const maxMediaType = 256;
/** An entry takes about 100 bytes. */
const maxManifest = 16 * 1024 * 1024;

/** A package that declares a media type, as OpenDocument demands. */
export interface OpenDocumentPackage {
  mediaType: string;
  /** Undefined for kinds that are not converted, and for other packages of this form, such as EPUB. */
  format: OfficeFormat | undefined;
}

/**
 * The media type of an OpenDocument package: of its `mimetype` or, if it has none, of its manifest (ODF 1.3-2, 3.3 and
 * 4.8). LibreOffice also reads packages that have only one of them.
 *
 * @param entries by their names in lower case after a `/`
 * @returns undefined for a package that has neither
 * @throws FormatError when they cannot be read
 */
export async function detectOpenDocument(
  file: RandomAccess,
  entries: ReadonlyMap<string, ZipEntry>,
): Promise<OpenDocumentPackage | undefined> {
  const mimetype = entries.get('/mimetype');
  const manifest = entries.get('/meta-inf/manifest.xml');
  if (!mimetype && !manifest) return undefined;
  const mediaType = mimetype
    ? (await readEntry(file, mimetype, maxMediaType)).toString('latin1').trim()
    : await rootMediaType(file, manifest);
  return { mediaType, format: formatByMark('odf', mediaType) };
}

async function rootMediaType(file: RandomAccess, manifest: ZipEntry | undefined): Promise<string> {
  if (!manifest || manifest.size > maxManifest) return '';
  const text = new XmlTextReader();
  const tags = new XmlTagReader();
  for await (const piece of inflateEntry(file, manifest)) {
    for (const tag of tags.read(text.read(piece))) {
      if (tag.kind === 'close' || localName(tag.name) !== 'file-entry') continue;
      const attributes = new Map(attributesOf(tag).map(({ name, value }) => [localName(name), value]));
      if (attributes.get('full-path') === '/') return attributes.get('media-type') ?? '';
    }
  }
  return '';
}
