import { substitutes, type Substitute } from './substitutes.ts';

/**
 * `fonts.conf` of a layer.
 *
 * @param template the file of that name beside this one
 * @param version of the layer's fonts, to tell caches apart: another for other fonts
 */
export function fontsConf(template: string, version: string): string {
  return filled(filled(template, 'FONTS_VERSION', version), '<!-- SUBSTITUTES -->', rules());
}

function filled(template: string, place: string, text: string): string {
  const parts = template.split(place);
  if (parts.length !== 2) throw new Error(`fonts.conf must name ${place} once.`);
  return parts.join(text);
}

const rules = (): string => substitutes.flatMap(rulesOf).join('\n  ');

/**
 * The substitute takes the place of the name in the request, with the same binding. Chromium accepts only the family
 * that the request then begins with. LibreOffice accepts what fontconfig matches best, and to fontconfig a family of
 * weak binding counts less than the language.
 */
const rulesOf = ({ by, generic, families }: Substitute): string[] =>
  Object.keys(families).map(
    (family) =>
      `<match target="pattern"><test name="family"><string>${family}</string></test>` +
      `<edit name="family" mode="assign" binding="same"><string>${by}</string><string>${generic}</string></edit></match>`,
  );
