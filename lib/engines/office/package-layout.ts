import { readContentTypes } from './content-types.ts';
import { FormatError, type RandomAccess } from '../../base/random-access.ts';
import { isHiddenPart } from './odf/hidden-parts.ts';
import { neededParts } from './needed-parts.ts';
import type { ZipEntry } from './zip-directory.ts';

/** The rules of the format of a package, Office Open XML or OpenDocument. */
export interface PackageLayout {
  format: 'ooxml' | 'odf';
  /** Whether the format defines the part as XML, without a document type declaration. */
  isXml(entry: ZipEntry): boolean;
  /**
   * The first of `broken` that the document needs.
   *
   * @param intact the entries with intact content
   */
  firstNeeded(intact: readonly ZipEntry[], broken: readonly ZipEntry[]): Promise<ZipEntry | undefined>;
}

/**
 * The layout of a package: OpenDocument with `mimetype` or a manifest, Office Open XML with content types.
 *
 * @throws FormatError when the package is of neither or both formats, or its content types are malformed
 */
export async function layoutOf(file: RandomAccess, entries: readonly ZipEntry[]): Promise<PackageLayout> {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  const isOpenDocument = names.has('mimetype') || names.has('meta-inf/manifest.xml');
  if (!isOpenDocument) return officeOpenXml(file, entries);
  if (names.has('[content_types].xml')) throw new FormatError('package of two formats');
  return openDocument;
}

const openDocument: PackageLayout = {
  format: 'odf',
  isXml: ({ name }) => /\.(?:xml|rdf)$/i.test(name) && !isHiddenPart(name),
  firstNeeded: (_, broken) => Promise.resolve(broken.find(({ name }) => !isHiddenPart(name))),
};

async function officeOpenXml(file: RandomAccess, entries: readonly ZipEntry[]): Promise<PackageLayout> {
  const types = await readContentTypes(file, entries);
  return {
    format: 'ooxml',
    isXml: ({ name }) => isXmlType(types.of(`/${name}`)),
    async firstNeeded(intact, broken) {
      const needed = await neededParts(file, intact);
      return broken.find(({ name }) => needed.has(`/${name}`.toLowerCase()) || isPackagePart(name));
    },
  };
}

/** Relationships and content types, which no relationship refers to. */
const isPackagePart = (name: string): boolean => /\.rels$|^\[content_types\]\.xml$/i.test(name);

/** XML defined by the format. SVG images and web pages among the parts may have a DTD. */
const isXmlType = (type: string): boolean =>
  (/^(?:application|text)\/(?:.*\+)?xml$/.test(type) && type !== 'application/xhtml+xml') ||
  type === 'application/vnd.openxmlformats-officedocument.vmldrawing';
