/** `text`, or as much of its beginning as fits in `most` characters with an ellipsis. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;

/** A client's own field name, short enough to be shown. */
export const shownName = (name: string): string => shortened(name, 65);
