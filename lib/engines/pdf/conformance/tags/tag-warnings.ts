import type { ConformanceWarning } from '../warnings.ts';
import type { HiddenFigures } from './structure/hidden-figures.ts';

/** Changes of tags that a reader can notice. */
export interface TagChanges {
  /** The number of headings that have another level. */
  headings: number;
  /** Pages with text that has become an artifact, from 1. */
  hidden: readonly number[];
  /** Undefined if the request does not ask for it. */
  hiddenFigures: HiddenFigures | undefined;
  /** The language that was detected. */
  language: string | undefined;
}

/** Pages that a message names. */
const mostPages = 20;

export function tagWarnings({ headings, hidden, hiddenFigures, language }: TagChanges): ConformanceWarning[] {
  const warnings: ConformanceWarning[] = [];
  const change = (message: string) => warnings.push({ code: 'conformance-changed', message });
  if (headings > 0) {
    change(
      `${headings === 1 ? 'A heading has' : `${headings} headings have`} another level, because levels must begin with 1 and must not be skipped.`,
    );
  }
  if (hidden.length > 0) {
    change(
      `Text without tags, such as page headers and footers, is hidden from assistive technology (${listed(hidden)}).`,
    );
  }
  if (hiddenFigures && hiddenFigures.count > 0) {
    warnings.push({ code: 'figures-hidden', message: figuresMessage(hiddenFigures) });
  }
  if (language !== undefined) {
    warnings.push({ code: 'language-detected', message: languageMessage(language), language });
  }
  return warnings;
}

function figuresMessage({ count, withText, pages }: HiddenFigures): string {
  const [figures, are] = count === 1 ? ['A figure', 'is'] : [`${count} figures`, 'are'];
  const places = pages.length > 0 ? ` (${listed(pages)})` : '';
  const text = withText > 0 ? ' Their text is not hidden.' : '';
  return `${figures} without a description ${are} hidden from assistive technology${places}.${text}`;
}

function languageMessage(language: string): string {
  const found =
    language === 'zxx' ? 'and has no words: the result states zxx' : `and its text is in ${language}`;
  return `The document states no language, ${found}. To state it, send Language in metadata: {"Language":"${language === 'zxx' ? 'en' : language}"}.`;
}

/** `page 1`, `pages 1, 2` */
const listed = (pages: readonly number[]): string =>
  `${pages.length === 1 ? 'page' : 'pages'} ${pages.slice(0, mostPages).join(', ')}${pages.length > mostPages ? ' and others' : ''}`;
