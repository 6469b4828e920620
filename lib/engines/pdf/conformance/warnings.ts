/** A change that conformance required and a reader can notice. */
export type ConformanceWarning = ChangeWarning | LanguageWarning;

export interface ChangeWarning {
  code: 'conformance-changed' | 'script-removed' | 'attachments-dropped' | 'figures-hidden';
  message: string;
}

/** The language that was stated for a document that states none. */
export interface LanguageWarning {
  code: 'language-detected';
  message: string;
  language: string;
}
