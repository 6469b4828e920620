import { escapedXml } from '../../assembly/metadata/xmp.ts';
import { UniqueNames } from '../../assembly/names/unique-names.ts';
import { predefined } from './predefined-properties.ts';
import type { KeptProperty } from './kept-properties.ts';

/** A property that declares conformance. */
export interface Declaration {
  namespace: string;
  prefix: string;
  local: string;
  text: string;
  /** The type of its value, if its schema needs a description. */
  described?: string | undefined;
}

const start = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
`;
const end = `</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;

/** An XMP packet (ISO 16684-1) with these properties, and with descriptions of schemas that need them. */
export function xmpPacket(declared: readonly Declaration[], kept: readonly KeptProperty[]): string {
  const prefixes = new Prefixes();
  const simple = declared.map(({ text, ...name }) => element(name, escapedXml(text), prefixes));
  const others = kept.map((property) => element(property, valueText(property), prefixes));
  const described = [...declared, ...kept].filter(({ described: type }) => type !== undefined);
  return `${start}${[...simple, ...others].join('')}${schemaDescriptions(described, prefixes)}${end}`;
}

function element(
  { namespace, prefix, local }: Pick<KeptProperty, 'namespace' | 'prefix' | 'local'>,
  value: string,
  prefixes: Prefixes,
): string {
  const name = prefixes.of(namespace, prefix);
  return (
    `<rdf:Description rdf:about="" xmlns:${name}="${attribute(namespace)}">` +
    `<${name}:${local}>${value}</${name}:${local}></rdf:Description>\n`
  );
}

function valueText({ value }: KeptProperty): string {
  if (value.kind === 'text') return escapedXml(value.text);
  const hasDefault = value.items.some(({ language }) => language === 'x-default');
  const items = value.items.map(({ text, language }, index) => {
    const own =
      value.kind !== 'Alt' ? undefined : index === 0 && !hasDefault ? 'x-default' : (language ?? 'x-default');
    return `<rdf:li${own === undefined ? '' : ` xml:lang="${attribute(own)}"`}>${escapedXml(text)}</rdf:li>`;
  });
  return `<rdf:${value.kind}>${items.join('')}</rdf:${value.kind}>`;
}

/** The extension schema container (ISO 19005-1, 6.7.8, tables 2 to 4; ISO 19005-2, 6.6.2.3.3). */
function schemaDescriptions(properties: readonly (Declaration | KeptProperty)[], prefixes: Prefixes): string {
  if (properties.length === 0) return '';
  const schemas = [...Map.groupBy(properties, ({ namespace }) => namespace)].map(([namespace, own]) => {
    const described = own.map(
      ({ local, described: type = 'Text' }) =>
        `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${local}</pdfaProperty:name>` +
        `<pdfaProperty:valueType>${type}</pdfaProperty:valueType>` +
        '<pdfaProperty:category>external</pdfaProperty:category>' +
        `<pdfaProperty:description>${local}</pdfaProperty:description></rdf:li>`,
    );
    const prefix = prefixes.of(namespace, own[0]?.prefix ?? '');
    return (
      `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${prefix}</pdfaSchema:schema>` +
      `<pdfaSchema:namespaceURI>${escapedXml(namespace)}</pdfaSchema:namespaceURI>` +
      `<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>` +
      `<pdfaSchema:property><rdf:Seq>${described.join('')}</rdf:Seq></pdfaSchema:property></rdf:li>\n`
    );
  });
  return (
    '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"' +
    ' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">\n' +
    `<pdfaExtension:schemas><rdf:Bag>\n${schemas.join('')}</rdf:Bag></pdfaExtension:schemas></rdf:Description>\n`
  );
}

const attribute = (text: string): string => escapedXml(text).replaceAll('"', '&quot;');

/** Gives each namespace one prefix: its own if that is not taken. */
class Prefixes {
  readonly #byNamespace = new Map<string, string>();
  readonly #names = new UniqueNames((name, count) => `${name}${count}`);

  constructor() {
    const reserved = ['rdf', 'x', 'xml', 'xmlns', ...[...predefined.values()].map(({ prefix }) => prefix)];
    for (const prefix of reserved) this.#names.add(prefix);
  }

  of(namespace: string, wanted: string): string {
    const known = predefined.get(namespace)?.prefix ?? this.#byNamespace.get(namespace);
    if (known !== undefined) return known;
    const prefix = this.#names.add(/^[A-Za-z_][\w.-]{0,40}$/.test(wanted) ? wanted : 'ns');
    this.#byNamespace.set(namespace, prefix);
    return prefix;
  }
}
