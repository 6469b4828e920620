import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PackageFiles } from '../debian/package-files.ts';
import type { PackageTree } from '../debian/package-tree.ts';

/**
 * Hyphenation patterns. Without patterns for its language, a document with automatic hyphenation is not hyphenated, and
 * then breaks its lines and pages at other places than in Word.
 */

/** The languages of Debian's pattern packages, by the suffixes of their names. */
const languages = [
  ...['af', 'as', 'be', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en-gb', 'en-us', 'eo', 'es', 'fr', 'gl'],
  ...['gu', 'hi', 'hr', 'hu', 'id', 'is', 'it', 'kn', 'lt', 'lv', 'ml', 'mn', 'mr', 'nl', 'no', 'or', 'pa'],
  ...['pl', 'pt-br', 'pt-pt', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'ta', 'te', 'th', 'uk', 'zu'],
];

export const hyphenationPackages = [
  ...languages.map((language) => `hyphen-${language}`),
  // Estonian has its patterns beside its spelling dictionary, which is not in the layer.
  'myspell-et',
];

/** Debian's folder of patterns: `hyph_de_DE.dic`, and links to it with the names of other regions. */
const source = '/usr/share/hyphen';

/** Regions for which Debian has no link, by the tag whose patterns apply to them. */
const otherRegions: Readonly<Record<string, readonly string[]>> = {
  'en-US': ['en-CA', 'en-PH'],
  'en-GB': ['en-HK', 'en-IE', 'en-IN', 'en-JM', 'en-NZ', 'en-SG', 'en-ZW'],
};

/** Pattern file → the language tags (BCP 47) that use it. */
export type HyphenationPatterns = ReadonlyMap<string, readonly string[]>;

/** Groups names of pattern files by the file that each leads to; other names are left out. */
export function groupPatterns(
  names: readonly string[],
  fileOf: (name: string) => string,
): HyphenationPatterns {
  const patterns = new Map<string, string[]>();
  for (const name of names) {
    const [, locale] = /^hyph_(\w+(?:-\w+)*)\.dic$/.exec(name) ?? [];
    if (locale === undefined) continue;
    const tag = locale.replaceAll('_', '-');
    const file = fileOf(name);
    patterns.set(file, [...(patterns.get(file) ?? []), tag, ...(otherRegions[tag] ?? [])]);
  }
  return patterns;
}

/**
 * Settings that refer to the patterns in `share/hyphen`. LibreOffice itself searches only one folder, which is compiled
 * in.
 */
export function hyphenationSettings(patterns: HyphenationPatterns): string {
  const dictionaries = [...patterns].map(
    ([file, tags]) =>
      `        <node oor:name="${file}" oor:op="fuse">
          <prop oor:name="Locations"><value>vnd.sun.star.expand:$BRAND_BASE_DIR/share/hyphen/${file}</value></prop>
          <prop oor:name="Format"><value>DICT_HYPH</value></prop>
          <prop oor:name="Locales"><value>${tags.join(' ')}</value></prop>
        </node>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<oor:data xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:oor="http://openoffice.org/2001/registry">
  <dependency file="main"/>
  <oor:component-data oor:package="org.openoffice.Office" oor:name="Linguistic">
    <node oor:name="ServiceManager">
      <node oor:name="Dictionaries">
${dictionaries.join('\n')}
      </node>
    </node>
  </oor:component-data>
</oor:data>
`;
}

/** Size in bytes from which a pattern file loads too slowly; today only the German one reaches it. */
const slowSize = 1_000_000;

/** The longest pattern that stays in a slow file, in letters. */
const longestPattern = 10;

/**
 * Removes the long patterns from a slow file. They spell out single words, 47,000 in German, and loading them costs
 * each hyphenated document 3.7 s of CPU time; without them it is 0.3 s. The short patterns alone find 96 % of the
 * breaks in those very words, and 1 in 1,000 of the breaks that they find differs.
 */
export function withoutLongPatterns(patterns: Buffer): Buffer {
  if (patterns.length < slowSize) return patterns;
  // The first line names the encoding; all except this one have one byte per letter.
  const encoding = patterns.subarray(0, 5).toString('latin1') === 'UTF-8' ? 'utf8' : 'latin1';
  const lines = patterns.toString(encoding).split('\n');
  const isKept = (line: string): boolean =>
    // Comments and settings such as COMPOUNDLEFTHYPHENMIN; patterns are in lower case.
    /^[#%A-Z]/.test(line) || line.replace(/\/.*|[\d.\s]/g, '').length <= longestPattern;
  return Buffer.from(lines.filter(isKept).join('\n'), encoding);
}

/** Writes the patterns and their settings into LibreOffice's `share` folder. */
export async function copyHyphenation(files: PackageFiles, tree: PackageTree, share: string): Promise<void> {
  const patterns = groupPatterns(files.below(source), (name) =>
    basename(files.use(`${source}/${name}`).path),
  );
  for (const file of patterns.keys()) {
    const bytes = await readFile(files.use(`${source}/${file}`).file);
    await tree.write(`${share}/hyphen/${file}`, withoutLongPatterns(bytes));
  }
  await tree.write(`${share}/registry/hyphenation.xcd`, hyphenationSettings(patterns));
}
