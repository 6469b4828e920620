/** Characters that mark the items of a list. Symbol fonts have some of them in the private use area. */
const bullet = /^[•‣⁃∙◦▪▫■□●○◆◇➢➤✓✔⮚\uf0a7\uf0b7\uf0d8\uf0fc](?:\s|$)|^[-–—*]\s/u;

/** `1.`, `12)`, `(3)`, `a)`, `(iv)`, `B.`; with the text that follows. */
const number = /^(?:\((?:\d{1,3}|[a-z]|[ivx]{1,5})\)|(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})\)|\d{1,3}\.)\s+\S/u;

export interface ListMarker {
  /** The marker as it stands in the text. */
  text: string;
  /** The number of an item in a numbered list. */
  number?: number | undefined;
}

/** The marker of a list item at the beginning of its text; undefined if it has none. */
export function listMarker(text: string): ListMarker | undefined {
  if (bullet.test(text)) return { text: String.fromCodePoint(text.codePointAt(0) ?? 0) };
  if (!number.test(text)) return undefined;
  const marker = text.slice(0, text.search(/\s/));
  const digits = marker.replace(/\D/g, '');
  return { text: marker, ...(digits === '' ? {} : { number: Number(digits) }) };
}
