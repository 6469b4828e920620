import { boolean } from '../html/field-kinds.ts';

/** `linearize`: whether the PDF is laid out for viewing while it is downloaded. */
export const linearizeField = boolean(
  'Whether the PDF is linearized ("fast web view"): viewers can show its first page before they have all of it, and fetch any page by itself.',
  false,
);
