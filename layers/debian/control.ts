/** One paragraph of a Debian control file: field name in lower case → value; folded lines keep their newlines. */
export type Paragraph = ReadonlyMap<string, string>;

/**
 * Parses Debian's control syntax: `Packages` indices, `apt-cache show`, deb822 sources. Source: Debian Policy, 5.1
 * "Syntax of control files"; comments as in deb822(5).
 */
export function parseControl(text: string): Paragraph[] {
  const paragraphs: Map<string, string>[] = [];
  let current: Map<string, string> | undefined;
  let field: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    if (line.trim() === '') {
      current = undefined;
      field = undefined;
    } else if (/^[ \t]/.test(line)) {
      if (current === undefined || field === undefined) {
        throw new Error(`Control file: the folded line "${line.trim()}" continues no field.`);
      }
      current.set(field, `${current.get(field) ?? ''}\n${line.trim()}`);
    } else {
      const colon = line.indexOf(':');
      if (colon <= 0) throw new Error(`Control file: "${line}" is neither a field nor a folded line.`);
      if (current === undefined) {
        current = new Map();
        paragraphs.push(current);
      }
      field = line.slice(0, colon).toLowerCase();
      current.set(field, line.slice(colon + 1).trim());
    }
  }
  return paragraphs;
}

/** A package in an index. `size` in bytes; `sha256` in lower-case hexadecimal. */
export interface IndexedPackage {
  readonly name: string;
  readonly version: string;
  readonly size: number;
  readonly sha256: string;
}

/** The packages of a `Packages` index or of `apt-cache show`. */
export function parsePackagesIndex(text: string): IndexedPackage[] {
  return parseControl(text).map((paragraph) => {
    const field = (name: string): string => {
      const value = paragraph.get(name);
      if (value === undefined) {
        throw new Error(
          `Packages index: ${paragraph.get('package') ?? 'a paragraph'} has no field "${name}".`,
        );
      }
      return value;
    };
    const size = Number(field('size'));
    const sha256 = field('sha256').toLowerCase();
    if (!Number.isSafeInteger(size) || size <= 0 || !/^[0-9a-f]{64}$/.test(sha256)) {
      throw new Error(`Packages index: ${field('package')} has an unusable size or hash.`);
    }
    return { name: field('package'), version: field('version'), size, sha256 };
  });
}
