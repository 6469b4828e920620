/**
 * Whether a part of an OpenDocument package belongs to nothing that a page shows: macros, dialogs, settings of the user
 * interface, previews and signatures.
 */
export const isHiddenPart = (name: string): boolean =>
  /^(?:Basic|Dialogs|Scripts|Configurations2|Thumbnails|layout-cache$|META-INF\/(?!manifest\.xml$))/i.test(
    name,
  );
