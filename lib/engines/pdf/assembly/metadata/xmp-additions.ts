import { escapedXml } from './xmp.ts';

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const extension = 'http://www.aiim.org/pdfa/ns/extension/';
const schema = 'http://www.aiim.org/pdfa/ns/schema#';
const property = 'http://www.aiim.org/pdfa/ns/property#';

/** A namespace of XMP with its usual prefix. */
export interface XmpNamespace {
  prefix: string;
  uri: string;
}

/** A schema that PDF/A does not predefine. PDF/A requires its description in the packet (ISO 19005-2, 6.6.2.3). */
export interface XmpSchema extends XmpNamespace {
  title: string;
  properties: readonly { name: string; type: 'Integer' | 'Text'; category: string; description: string }[];
}

/** Adds simple properties of a namespace to an XMP packet. A packet without `rdf:RDF` is returned unchanged. */
export function withProperties(
  xmp: string,
  { prefix, uri }: XmpNamespace,
  properties: Readonly<Record<string, string>>,
): string {
  const elements = Object.entries(properties).map(
    ([name, value]) => `<${prefix}:${name}>${escapedXml(value)}</${prefix}:${name}>`,
  );
  return withDescription(xmp, ` xmlns:${prefix}="${uri}"`, elements.join(''));
}

/** Adds the description of a schema to an XMP packet, unless it has one. */
export function withSchema(xmp: string, added: XmpSchema): string {
  if (xmp.includes(`>${added.uri}<`)) return xmp;
  const item = schemaItem(added);
  const bag = /<[\w.-]{1,50}:schemas\s{0,50}>\s{0,50}<[\w.-]{1,50}:Bag\s{0,50}>/.exec(xmp);
  if (!bag) {
    const schemas = `<pdfaExtension:schemas><rdf:Bag>${item}</rdf:Bag></pdfaExtension:schemas>`;
    return withDescription(xmp, ` xmlns:pdfaExtension="${extension}"`, schemas);
  }
  const at = bag.index + bag[0].length;
  return xmp.slice(0, at) + item + xmp.slice(at);
}

function withDescription(xmp: string, namespaces: string, content: string): string {
  const end = /<\/[\w.-]+:RDF\s*>/.exec(xmp);
  if (!end) return xmp;
  const description = `<rdf:Description xmlns:rdf="${rdf}"${namespaces} rdf:about="">${content}</rdf:Description>\n`;
  return xmp.slice(0, end.index) + description + xmp.slice(end.index);
}

function schemaItem({ prefix, uri, title, properties }: XmpSchema): string {
  const items = properties.map(
    ({ name, type, category, description }) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
      `<pdfaProperty:valueType>${type}</pdfaProperty:valueType>` +
      `<pdfaProperty:category>${category}</pdfaProperty:category>` +
      `<pdfaProperty:description>${escapedXml(description)}</pdfaProperty:description></rdf:li>`,
  );
  return (
    `<rdf:li xmlns:rdf="${rdf}" xmlns:pdfaSchema="${schema}" xmlns:pdfaProperty="${property}" rdf:parseType="Resource">` +
    `<pdfaSchema:schema>${escapedXml(title)}</pdfaSchema:schema>` +
    `<pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>` +
    `<pdfaSchema:property><rdf:Seq>${items.join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`
  );
}
