import type { FunctionName } from '../../../cdk/functions.ts';
import type { Operation } from '../tasks/task.ts';

/** The functions that have a part in an operation, the endpoint first. */
export const functionsOf: Record<Operation, readonly [endpoint: FunctionName, ...others: FunctionName[]]> = {
  merge: ['merge-pdf'],
  split: ['split-pdf'],
  stamp: ['edit-pdf'],
  rotate: ['edit-pdf'],
  flatten: ['edit-pdf'],
  encrypt: ['edit-pdf'],
  compress: ['edit-pdf'],
  linearize: ['edit-pdf'],
  archive: ['edit-pdf', 'conformance-checker'],
  validate: ['validate-pdf', 'conformance-checker'],
  fill: ['edit-pdf'],
  'pdf → png': ['pdf-images'],
  thumbnail: ['thumbnail'],
  'pdf → text': ['pdf-text'],
  inspect: ['inspect-pdf'],
  'markdown → pdf': ['html-markdown', 'renderer'],
  'html → pdf': ['html-file', 'renderer'],
  'html → png': ['html-file', 'renderer'],
  'docx → pdf': ['convert-docx', 'office-worker'],
  'xlsx → pdf': ['convert-xlsx', 'office-worker'],
  'pptx → pdf': ['convert-pptx', 'office-worker'],
  'office merge': ['to-pdf', 'office-worker', 'pdf-worker'],
  'images → pdf': ['to-pdf', 'pdf-worker'],
};
