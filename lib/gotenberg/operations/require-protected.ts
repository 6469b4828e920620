import type { InputStore } from '../../files/input-store.ts';
import { extensionOf, type FormFile } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';

/** Documents of Office Open XML are zips, unless they are protected. */
const packages = new Set(
  ['doc', 'dot', 'xls', 'xlt', 'ppt', 'pot', 'pps'].flatMap((name) => [`.${name}x`, `.${name}m`]),
);

const zipStart = Buffer.from('PK\x03\x04', 'latin1');

/**
 * Rejects a password for documents that have none, as far as their first bytes show.
 *
 * @throws FormError
 */
export async function requireProtected(
  documents: readonly FormFile[],
  inputs: Pick<InputStore, 'lookInto'>,
): Promise<void> {
  for (const document of documents) {
    if (!packages.has(extensionOf(document.fileName))) continue;
    const start = await inputs.lookInto(document, (access) => access.read(0, zipStart.length));
    if (!zipStart.equals(start)) continue;
    throw new FormError(
      `The document '${document.fileName}' is not password-protected. Remove the 'password' form field.`,
    );
  }
}
