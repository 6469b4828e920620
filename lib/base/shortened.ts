/** Returns `text`, cut to `most` characters including an ellipsis if it is longer. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;

/** A field name from a client, cut for display. */
export const shownName = (name: string): string => shortened(name, 65);
