import { substitutesBeside } from './substitutes.ts';
import type { Substitute } from './substitutes/substitute.ts';

/**
 * Builds a layer's `fonts.conf`.
 *
 * @param template content of the file `fonts.conf` beside this one
 * @param version identifies the layer's fonts, so that different fonts use different caches
 * @param held families in the layer, which need no substitute
 */
export function fontsConf(template: string, version: string, held: readonly string[]): string {
  return filled(filled(template, 'FONTS_VERSION', version), '<!-- SUBSTITUTES -->', rules(held));
}

function filled(template: string, place: string, text: string): string {
  const parts = template.split(place);
  if (parts.length !== 2) throw new Error(`fonts.conf must name ${place} once.`);
  return parts.join(text);
}

const rules = (held: readonly string[]): string => substitutesBeside(held).flatMap(rulesOf).join('\n  ');

/**
 * The substitute replaces the name in the request, with the same binding. Chromium accepts only the first family of the
 * resulting request. LibreOffice accepts fontconfig's best match, and to fontconfig a family of weak binding counts
 * less than the language.
 */
const rulesOf = ({ by, generic, families }: Substitute): string[] =>
  Object.keys(families).map(
    (family) =>
      `<match target="pattern"><test name="family"><string>${family}</string></test>` +
      `<edit name="family" mode="assign" binding="same"><string>${by}</string><string>${generic}</string></edit></match>`,
  );
