import { FormatError } from '../../../base/random-access.ts';
import { formatByMark, type OfficeFormat } from '../formats.ts';
import { XmlTextReader } from '../xml-text.ts';
import { attributesOf, localName, XmlTagReader } from '../xml-tokens.ts';

/**
 * The format of an OpenDocument in a single XML file, by the media type of its root element (ODF 1.3-3, 3.1.2).
 *
 * @param start the beginning of the file, with the whole tag of the root element
 * @returns undefined for other XML, and for kinds that are not converted
 */
export function detectFlatDocument(start: Buffer): OfficeFormat | undefined {
  try {
    const [root] = new XmlTagReader().read(new XmlTextReader().read(start));
    if (!root || localName(root.name) !== 'document') return undefined;
    const type = attributesOf(root).find(({ name }) => localName(name) === 'mimetype')?.value ?? '';
    // A template differs in its media type only.
    return formatByMark('flat-odf', type.trim().replace(/-template$/, ''));
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
