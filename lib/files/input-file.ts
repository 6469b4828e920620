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

/** The uploads of one request that may be read before the request as a whole is known to be valid. */
export class ReadAhead {
  /** Aborts when the request is rejected. */
  readonly signal: AbortSignal;
  #room: number;

  /** @param room bytes that may be read */
  constructor(room: number, signal: AbortSignal) {
    this.#room = room;
    this.signal = signal;
  }

  /** Bytes that may still be read; negative once an upload did not fit. */
  get room(): number {
    return this.#room;
  }

  /** Claims room for an upload of that many bytes. Returns false when there is none, also for all later uploads. */
  claim(size: number): boolean {
    this.#room -= size;
    return this.#room >= 0;
  }
}

/** Finds a caller's uploads; undefined for an id that is unknown, expired, not yet posted, or another caller's. */
export interface UploadLookup {
  find(owner: string, uploadId: string, ahead: ReadAhead): Promise<StoredUpload | undefined>;
}

/**
 * Waits until nothing reads the bytes of `files` any more, for a request that does not use them.
 *
 * @returns the bytes that arrived
 */
export async function settledContents(files: readonly InputFile[]): Promise<Uint8Array[]> {
  const contents = files.flatMap(({ source }) =>
    source.kind === 'upload' && source.upload.content ? [source.upload.content] : [],
  );
  const settled = await Promise.allSettled(contents);
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** Reads what an upload id stands for. */
export interface UploadReader {
  /** @throws InputFault `invalid-field` when the upload was replaced or deleted */
  read(upload: StoredUpload): Promise<Uint8Array>;
}

/**
 * The bytes of `file`.
 *
 * @throws InputFault `invalid-field` when its upload was replaced or deleted
 */
export async function contentOf({ source }: InputFile, uploads: UploadReader): Promise<Uint8Array> {
  if (source.kind === 'inline') return source.bytes;
  return source.upload.content ?? uploads.read(source.upload);
}
