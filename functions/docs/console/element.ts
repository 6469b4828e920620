type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A new element; attributes that are false or undefined are left out, those that are true have no value. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children);
  return made;
}

/** An element of the page itself. */
export function byId<Type extends HTMLElement>(
  id: string,
  type: abstract new (...args: never[]) => Type,
): Type {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} called ${id}`);
  return found;
}

/** Text in which `code` stands between backticks, as in the descriptions of the API. */
export const prose = (text: string): (Node | string)[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? element('code', {}, part) : part));
