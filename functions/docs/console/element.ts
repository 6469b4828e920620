type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Creates an element. Attributes that are false or undefined are omitted; those that are true have no value. */
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

/** Returns an element of the page. */
export function byId<Type extends HTMLElement>(
  id: string,
  type: abstract new (...args: never[]) => Type,
): Type {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} with the id ${id}`);
  return found;
}

/** Converts text with `code` between backticks, as in the descriptions of the API. */
export const prose = (text: string): (Node | string)[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? element('code', {}, part) : part));
