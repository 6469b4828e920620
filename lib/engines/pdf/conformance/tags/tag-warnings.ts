import type { ConformanceWarning } from '../warnings.ts';

/** Changes of tags that a reader can notice. */
export interface TagChanges {
  /** The number of headings that have another level. */
  headings: number;
  /** Pages with text that has become an artifact, from 1. */
  hidden: readonly number[];
}

/** Pages that a message names. */
const mostPages = 20;

export function tagWarnings({ headings, hidden }: TagChanges): ConformanceWarning[] {
  const messages: string[] = [];
  if (headings > 0) {
    messages.push(
      `${headings === 1 ? 'A heading has' : `${headings} headings have`} another level, because levels must begin with 1 and must not be skipped.`,
    );
  }
  if (hidden.length > 0) {
    const listed = hidden.slice(0, mostPages).join(', ');
    const more = hidden.length > mostPages ? ' and others' : '';
    messages.push(
      `Text without tags, such as page headers and footers, is hidden from assistive technology (${hidden.length === 1 ? 'page' : 'pages'} ${listed}${more}).`,
    );
  }
  return messages.map((message) => ({ code: 'conformance-changed', message }));
}
