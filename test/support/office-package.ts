import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate';

/** Parts by name, to add to a document or to put in place of its own; null leaves one out. */
export type Parts = Record<string, string | Uint8Array | null>;

/** `document` with some of its parts put in place of others. */
export function withParts(document: Uint8Array, parts: Parts): Buffer {
  return zipParts({ ...unzipSync(document), ...parts });
}

/** One part of `document` as text. */
export function partText(document: Uint8Array, name: string): string {
  const part = unzipSync(document)[name];
  if (!part) throw new Error(`no part ${name}`);
  return Buffer.from(part).toString('utf8');
}

/** A ZIP of `parts`, in their order. */
export function zipParts(parts: Parts): Buffer {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(parts)) {
    if (content === null) continue;
    files[name] = [
      typeof content === 'string' ? strToU8(content) : content,
      { mtime: '2026-01-01T00:00:00' },
    ];
  }
  return Buffer.from(zipSync(files));
}

/** A package whose parts `content` have the content types `types`, and `parts` besides. */
export function makePackage(
  content: Record<string, string>,
  mainPart: string,
  types: Record<string, string>,
  parts: Parts,
): Buffer {
  const overrides = Object.entries(types).map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`,
  );
  const declared = Object.entries(content).map(([name, xml]) => [name, xmlDeclaration + xml]);
  return zipParts({
    '[Content_Types].xml': `${xmlDeclaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': xmlDeclaration + relationships([['officeDocument', mainPart]]),
    ...(Object.fromEntries(declared) as Parts),
    ...parts,
  });
}

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** The namespace of a language: `wordprocessingml`. */
export function main(language: string): string {
  return `http://schemas.openxmlformats.org/${language}/2006/main`;
}

/** The content type of one of its parts: `document.main`. */
export const contentType = (language: string, part: string): string =>
  `application/vnd.openxmlformats-officedocument.${language}.${part}+xml`;

/** A relationships part; the ids are `rId1`, `rId2`, …, in this order. */
export const relationships = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${relationshipTypes}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
