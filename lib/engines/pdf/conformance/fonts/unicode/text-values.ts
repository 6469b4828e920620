/** The character that stands for characters whose text nobody knows. */
export const unknownCharacter = '\ufffd';

/** Values that a ToUnicode CMap must not have (ISO 19005-2, 6.2.11.7.2): U+0000, U+FEFF, U+FFFE. */
const forbidden = /[\0\ufeff\ufffe]/;

/** Whether a ToUnicode CMap can have the text. */
export const isValidText = (text: string | undefined): text is string =>
  text !== undefined && text !== '' && text.isWellFormed() && !forbidden.test(text);
