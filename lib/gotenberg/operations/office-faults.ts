import { AppError } from '../../base/app-error.ts';
import type { Form, FormFile } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';

/** Describes an error of a conversion in Gotenberg's words. */
export function officeError(error: unknown, form: Form, documents: readonly FormFile[]): unknown {
  if (!(error instanceof AppError) || error instanceof FormError) return error;
  const { code, message, errors } = error;
  const [, place] = /^files?\[(\d+)\]/.exec(errors[0]?.field ?? message) ?? [];
  const name = documents[Number(place ?? 0)]?.fileName ?? '';
  const fails = (text: string) => new FormError(text, { code, cause: error });
  switch (code) {
    case 'password-required':
      return fails(
        `The document '${name}' is password-protected. Provide its password in the 'password' form field.`,
      );
    case 'wrong-password':
      return fails(`The password for the document '${name}' is incorrect. Check the 'password' form field.`);
    case 'invalid-range':
      return fails(
        `LibreOffice could not apply the page ranges '${form.text('nativePageRanges')}' to the document '${name}'. Check the 'nativePageRanges' form field; valid values look like '1-4', '2' or '1,3,5-7'.`,
      );
    case 'damaged-document':
    case 'invalid-file-type':
      return fails(
        `LibreOffice could not read the document '${name}'. Ensure the file is not corrupted and that its extension matches its actual format.`,
      );
    default:
      return error;
  }
}
