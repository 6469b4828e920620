import { readFileSync } from 'node:fs';

/**
 * Reads an HTML file and replaces each `{{name}}` by the value of that name.
 *
 * @throws Error naming a placeholder without a value
 */
export function fillIn(file: string, values: ReadonlyMap<string, string>): string {
  return readFileSync(file, 'utf8').replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`${file} has a placeholder without a value: ${name}`);
    return value;
  });
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
