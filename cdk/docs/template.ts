import { readFileSync } from 'node:fs';

/**
 * The text of an HTML file, each `{{name}}` replaced by the value of that name.
 *
 * @throws Error naming a placeholder that has no value
 */
export function fillIn(file: string, values: ReadonlyMap<string, string>): string {
  return readFileSync(file, 'utf8').replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`${file} names ${name}, which is not there`);
    return value;
  });
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
