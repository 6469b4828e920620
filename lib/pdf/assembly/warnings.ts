import type { Part } from './page-selection.ts';
import { attachmentsOf } from './attachments.ts';
import type { Excerpt } from './excerpt.ts';
import { formOf } from './form-fields.ts';
import { at } from './lookup.ts';

/** Something that did not come through as it was. `message` is a sentence about the document without its subject. */
export interface AssemblyWarning {
  code: 'signature-broken' | 'xfa-dropped' | 'fields-renamed' | 'attachments-dropped';
  message: string;
  /** The part that it is about, counted from 0. */
  part: number;
}

/** Names of renamed fields that are listed. */
const listedNames = 5;

/** What to tell of the parts of a result. */
export function warningsOf(
  parts: readonly Part[],
  renamed: ReadonlyMap<Excerpt, ReadonlyMap<string, string>>,
  attached: readonly Excerpt[],
): AssemblyWarning[] {
  const namesOf = (part: number) =>
    [...renamed].flatMap(([excerpt, names]) => (excerpt.part === part ? [...names] : []));
  return parts.flatMap(({ source }, part): AssemblyWarning[] => {
    const warnings: Omit<AssemblyWarning, 'part'>[] = [];
    const form = formOf(source);
    if (form?.isSigned) {
      const message = 'its digital signature does not hold for the result, which is another document';
      warnings.push({ code: 'signature-broken', message });
    }
    if (form && at(form.dict, 'XFA')) {
      const message = 'its XFA form is left out; its fields are kept as a plain form';
      warnings.push({ code: 'xfa-dropped', message });
    }
    const names = namesOf(part);
    if (names.length > 0) {
      warnings.push({
        code: 'fields-renamed',
        message: `fields whose names were taken are renamed: ${shown(names)}`,
      });
    }
    const files = attachmentsOf(source).length;
    if (files > 0 && !attached.some((excerpt) => excerpt.part === part)) {
      const what = files === 1 ? 'a file attached to it belongs' : `${files} files attached to it belong`;
      warnings.push({ code: 'attachments-dropped', message: `${what} to none of the pages and is left out` });
    }
    return warnings.map((warning) => ({ ...warning, part }));
  });
}

function shown(names: readonly (readonly [string, string])[]): string {
  const pairs = names.slice(0, listedNames).map(([name, now]) => `'${name}' is '${now}'`);
  return pairs.join(', ') + (names.length > listedNames ? ` and ${names.length - listedNames} more` : '');
}
