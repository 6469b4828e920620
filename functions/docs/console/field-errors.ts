import type { ErrorCode, FieldError } from '#lib/base/app-error.ts';
import { JobError, ProblemError } from '#lib/client/src/index.ts';

/** The text before the message of a field's error: `cover.pdf ` or `Ranges: `. Undefined for unknown fields. */
export type SubjectOf = (field: string) => string | undefined;

/** A field and a message in the detail of an error. */
const errorInDetail = /(^|; )([a-z][A-Za-z]{0,40}(?:\[\d{1,4}\])?(?:\.[\w.[\]]{1,80})?): /g;

const passwordMessages: Readonly<Partial<Record<ErrorCode, string>>> = {
  'password-required': 'the file is encrypted; enter its password',
  'wrong-password': 'this password does not open the file',
};

/** The errors of a failed conversion at fields. Those of passwords are at the password, not at the file. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  const isProblem = error instanceof ProblemError;
  if (!isProblem && !(error instanceof JobError)) return [];
  const errors = isProblem ? error.errors : errorsIn(error.message);
  const message = passwordMessages[error.code];
  if (message === undefined) return [...errors];
  return errors.map((each) => {
    const field = passwordField(each.field);
    return field === undefined ? each : { field, message };
  });
}

function passwordField(field: string): string | undefined {
  if (field === 'file') return 'password';
  return /^files\[\d+\]$/.test(field) ? field.replace('files', 'passwords') : undefined;
}

/** The errors that the detail of a job quotes: `files[0]: is empty; files[2]: is empty.` */
function errorsIn(detail: string): FieldError[] {
  const found = [...detail.matchAll(errorInDetail)];
  return found.map(({ 0: { length }, 2: field = '', index }, nth) => ({
    field,
    message: detail.slice(index + length, found[nth + 1]?.index).replace(/\.$/, ''),
  }));
}

/** The detail of an error, with the names of its fields as the page shows them. */
export const readable = (detail: string, subjectOf: SubjectOf): string =>
  detail.replaceAll(errorInDetail, (quoted: string, separator: string, field: string) => {
    const subject = subjectOf(field);
    return subject === undefined ? quoted : separator + subject;
  });

/** A message that continues the name of its field, as a sentence of its own. */
export const sentence = (message: string): string =>
  `${message.replace(/^./, (letter) => letter.toUpperCase())}.`.replace(/\.\.$/, '.');

/** The text of an element that shows errors, with another one. */
export const withSentence = (text: string, message: string): string =>
  [text, sentence(message)].filter(Boolean).join(' ');
