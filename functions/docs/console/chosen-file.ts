/** A file that the service finds itself: a result by its id, or a file at a URL. */
export interface RemoteFile {
  name: string;
  /** The text of the file's field: the id or the URL. */
  reference: string;
}

/** What a user can choose. */
export type FileChoice = File | RemoteFile;

/** A chosen file, with its options for a merge. */
export interface ChosenFile {
  file: FileChoice;
  /** Page ranges; empty for all. */
  pages: string;
  password: string;
}

/** A file of a request for a command: a file on disk, or the text of its field. */
export type CommandFile =
  { field: string; name: string; type: string; size: number } | { field: string; name: string; text: string };

/** The value of a file's field. */
export const valueOf = (file: FileChoice): File | string => (file instanceof File ? file : file.reference);

export const commandFile = (field: string, file: FileChoice): CommandFile =>
  file instanceof File
    ? { field, name: file.name, type: file.type, size: file.size }
    : { field, name: file.name, text: file.reference };

/** Returns the file at a URL, named after its path; undefined if the text is not a URL with one of the protocols. */
export function fileAt(text: string, protocols: readonly string[]): RemoteFile | undefined {
  const url = URL.parse(text.trim());
  if (!url || !protocols.includes(url.protocol)) return undefined;
  const last = url.pathname.split('/').at(-1) ?? '';
  return { name: decoded(last) || url.hostname, reference: url.href };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
