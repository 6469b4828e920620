import { type XmlElement, xmlElements, type XmlName } from './xmp-elements.ts';

/** An item of an array, with the language of a text. */
export interface XmpItem {
  text: string;
  language?: string | undefined;
}

/** The value of a property (ISO 16684-1, 6.3): a text, an array of texts, or anything else. */
export type XmpValue =
  | { kind: 'text'; text: string }
  | { kind: 'Alt' | 'Bag' | 'Seq'; items: readonly XmpItem[] }
  | { kind: 'structure' };

/** A property of the resource that the metadata describe. */
export interface XmpProperty {
  name: XmlName;
  value: XmpValue;
}

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const xml = 'http://www.w3.org/XML/1998/namespace';

/** The properties in the text of an XMP packet; undefined if it is malformed. */
export function xmpProperties(text: string): XmpProperty[] | undefined {
  const root = xmlElements(text);
  const container = root && findRdf(root);
  if (!container) return undefined;
  const properties: XmpProperty[] = [];
  for (const description of container.children) {
    if (!is(description.name, 'Description')) continue;
    for (const { name, value } of description.attributes)
      if (isProperty(name)) properties.push({ name, value: { kind: 'text', text: value } });
    for (const element of description.children)
      if (isProperty(element.name)) properties.push({ name: element.name, value: valueOf(element) });
  }
  return properties;
}

/** `rdf:RDF` is the root, or the only element in `x:xmpmeta`. */
function findRdf(root: XmlElement): XmlElement | undefined {
  const outer = root.children.flatMap((child) => [child, ...child.children]);
  return outer.find(({ name }) => is(name, 'RDF'));
}

const is = ({ namespace, local }: XmlName, name: string): boolean => namespace === rdf && local === name;

const isProperty = ({ namespace }: XmlName): boolean =>
  namespace !== '' && namespace !== rdf && namespace !== xml;

const structure: XmpValue = { kind: 'structure' };

function valueOf(element: XmlElement): XmpValue {
  const resource = element.attributes.find(({ name }) => is(name, 'resource'));
  if (resource) return { kind: 'text', text: resource.value };
  const others = element.attributes.filter(({ name }) => !(name.namespace === xml));
  if (others.length > 0) return structure;
  const [child, ...rest] = element.children;
  if (!child) return { kind: 'text', text: element.text };
  const kind = (['Alt', 'Bag', 'Seq'] as const).find((name) => is(child.name, name));
  if (!kind || rest.length > 0) return structure;
  const items = child.children.map(itemOf);
  return items.every((item) => item !== undefined) ? { kind, items } : structure;
}

function itemOf({ name, attributes, children, text }: XmlElement): XmpItem | undefined {
  if (!is(name, 'li') || children.length > 0) return undefined;
  const resource = attributes.find((attribute) => is(attribute.name, 'resource'));
  const language = attributes.find(
    (attribute) => attribute.name.namespace === xml && attribute.name.local === 'lang',
  );
  if (attributes.length > (resource ? 1 : 0) + (language ? 1 : 0)) return undefined;
  return { text: resource?.value ?? text, language: language?.value };
}
