import type { FieldError } from '#lib/base/app-error.ts';

/** Errors that a list of fields has shown. */
export interface ShownErrors {
  /** The errors that belong to none of its fields. */
  rest: FieldError[];
  /** The first element with an error. */
  first: HTMLElement | undefined;
}
