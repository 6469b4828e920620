/** The address of a picture of the page by the address in the source; undefined for all others. */
export type PictureOf = (address: string) => string | undefined;

/** Functions that load nothing. */
const harmlessFunctions = new Set(['rgb', 'rgba', 'hsl', 'hsla', 'calc', 'rotate', 'scale', 'translate']);

/** A rule with declarations only, which begins with the only `@` of its text. */
const harmlessRule = /^[^@]*@(?:page|media)\b[^@]*$/i;

/**
 * Removes from CSS what loads a resource other than a picture of the page. What is left has no escape, no `@import` and
 * no unknown function, so that it loads nothing else however it is parsed.
 *
 * @param css the content of a `style` element or attribute
 */
export const withoutResources = (css: string, pictureOf: PictureOf): string =>
  css.replace(/[^{};]+/g, (part) => {
    const isReadable = !/[\\<]/.test(part) && (!part.includes('@') || harmlessRule.test(part));
    return isReadable ? (withPictures(part, pictureOf) ?? '') : '';
  });

/** The declaration or selector with the new addresses of pictures; undefined if it has another function than a harmless one. */
function withPictures(part: string, pictureOf: PictureOf): string | undefined {
  let written = '';
  let at = 0;
  for (const { 0: name, index } of part.matchAll(/[\w-]+/g)) {
    const open = index + name.length;
    if (part[open] !== '(' || harmlessFunctions.has(name.toLowerCase())) continue;
    const close = part.indexOf(')', open);
    const picture =
      name.toLowerCase() === 'url' ? pictureOf(unquoted(part.slice(open + 1, close))) : undefined;
    if (picture === undefined) return undefined;
    written += `${part.slice(at, open)}("${picture}"`;
    at = close;
  }
  return written + part.slice(at);
}

const unquoted = (argument: string): string => argument.trim().replace(/^["']|["']$/g, '');
