import { xmlTokens } from '../../assembly/metadata/xml-tokens.ts';

/** A name with its namespace. */
export interface XmlName {
  namespace: string;
  prefix: string;
  local: string;
}

/** An element of an XMP packet. */
export interface XmlElement {
  name: XmlName;
  attributes: readonly { name: XmlName; value: string }[];
  children: XmlElement[];
  /** The text directly in it. */
  text: string;
}

/** The namespaces that an element declares, by prefix, and those around it. */
interface Scope {
  own: ReadonlyMap<string, string>;
  outer: Scope | undefined;
}

const xml: Scope = { own: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]), outer: undefined };

/** The namespace of a prefix; an empty text if it is not declared. */
function namespaceOf(prefix: string, scope: Scope): string {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const found = at.own.get(prefix);
    if (found !== undefined) return found;
  }
  return '';
}

/** Elements of a packet that are read, and levels of them. Real packets have some hundreds. */
const [maxElements, maxDepth] = [100_000, 40];

/** The elements of XML; undefined if start and end tags do not match, or if there are too many. */
export function xmlElements(text: string): XmlElement | undefined {
  const root: XmlElement = { name: nameIn('', xml), attributes: [], children: [], text: '' };
  const open: { element: XmlElement; scope: Scope }[] = [{ element: root, scope: xml }];
  let count = 0;
  for (const token of xmlTokens(text)) {
    const parent = open.at(-1);
    if (!parent) return undefined;
    if (token.kind === 'text') parent.element.text += token.text;
    else if (token.kind === 'close') open.pop();
    else {
      count += 1;
      if (count > maxElements || open.length > maxDepth) return undefined;
      const scope = declared(parent.scope, token.attributes);
      const element: XmlElement = {
        name: nameIn(token.name, scope),
        attributes: token.attributes
          .filter(([name]) => !isDeclaration(name))
          .map(([name, value]) => ({ name: nameIn(name, scope, ''), value })),
        children: [],
        text: '',
      };
      parent.element.children.push(element);
      open.push({ element, scope });
    }
  }
  return open.length === 1 ? root : undefined;
}

const isDeclaration = (attribute: string): boolean => attribute === 'xmlns' || attribute.startsWith('xmlns:');

function declared(outer: Scope, attributes: readonly (readonly [string, string])[]): Scope {
  const own = attributes.filter(([name]) => isDeclaration(name));
  if (own.length === 0) return outer;
  return { own: new Map(own.map(([name, uri]) => [name.slice('xmlns:'.length), uri])), outer };
}

/** @param fallback the namespace of a name without a prefix, which attributes do not inherit */
function nameIn(name: string, scope: Scope, fallback = namespaceOf('', scope)): XmlName {
  const colon = name.indexOf(':');
  if (colon < 0) return { namespace: fallback, prefix: '', local: name };
  const prefix = name.slice(0, colon);
  return { namespace: namespaceOf(prefix, scope), prefix, local: name.slice(colon + 1) };
}
