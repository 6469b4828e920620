/** A file that a request brought, as a part of its body or by upload id. */
export interface InputFile {
  /** The field it came in: `file`, `files[1]`. */
  field: string;
  /** Harmless, and empty when the client named none. */
  fileName: string;
  /** In bytes. */
  size: number;
  source: { kind: 'inline'; bytes: Buffer } | { kind: 'upload'; upload: StoredUpload };
}

/** The object behind an upload id. */
export interface StoredUpload {
  id: string;
  key: string;
  /** The version that was looked at; what is read later must be the same. */
  eTag: string;
  fileName: string;
  size: number;
  /** Its bytes, where they are on their way already. */
  content?: Promise<Uint8Array>;
}

/** What of the uploads of one request may be read before the request as a whole is known to be in order. */
export interface ReadAhead {
  /** Bytes; whoever begins to read an upload takes its size off. */
  room: number;
  /** Aborts when the request is refused. */
  signal: AbortSignal;
}

/** Finds a caller's uploads; undefined for an id that is unknown, expired, not yet posted, or another caller's. */
export interface UploadLookup {
  find(owner: string, uploadId: string, ahead: ReadAhead): Promise<StoredUpload | undefined>;
}

/** Reads what an upload id stands for. */
export interface UploadReader {
  read(upload: StoredUpload): Promise<Uint8Array>;
}

/** The bytes of `file`. */
export async function contentOf({ source }: InputFile, uploads: UploadReader): Promise<Uint8Array> {
  if (source.kind === 'inline') return source.bytes;
  return source.upload.content ?? uploads.read(source.upload);
}
