/** A file that a request brought: as a part of its body, by the id of an upload or result, or downloaded from its URL. */
export interface InputFile {
  /** The field it came in: `file`, `files[1]`. */
  field: string;
  /** Harmless, and empty when the client named none. */
  fileName: string;
  /** In bytes. */
  size: number;
  source: { kind: 'inline'; bytes: Buffer } | { kind: 'stored'; object: StoredObject };
}

/** A URL that a request has in place of a file, before its download. It may hold a secret. */
export interface UrlInput {
  field: string;
  url: string;
  /** Headers for the server of the URL. They may hold secrets too. */
  headers?: Readonly<Record<string, string>>;
}

/** What a request has in a file field. */
export type GivenFile = InputFile | UrlInput;

export const isUrlInput = (file: GivenFile): file is UrlInput => 'url' in file;

export const isInputFile = (file: GivenFile): file is InputFile => !isUrlInput(file);

/** Whether a file came in the field, which may have several: `files` and `files[1]` for `files`. */
export const isInField =
  (name: string) =>
  ({ field }: { field: string }): boolean =>
    field === name || field.startsWith(`${name}[`);

/** The object behind the id of an upload or a result, or one that the service stored itself. */
export interface StoredObject {
  key: string;
  /** The version that was looked at; what is read later must be the same. */
  eTag: string;
  fileName: string;
  size: number;
  /** Its bytes, where they are on their way already. */
  content?: Promise<Uint8Array>;
}

/** The objects of one request that may be read before the request as a whole is known to be valid. */
export class ReadAhead {
  /** Aborts when the request is rejected. */
  readonly signal: AbortSignal;
  #room: number;

  /** @param room bytes that may be read */
  constructor(room: number, signal: AbortSignal) {
    this.#room = room;
    this.signal = signal;
  }

  /** Bytes that may still be read; negative once an object did not fit. */
  get room(): number {
    return this.#room;
  }

  /** Claims room for an object of that many bytes. Returns false when there is none, also for all later objects. */
  claim(size: number): boolean {
    this.#room -= size;
    return this.#room >= 0;
  }
}

/**
 * Finds a caller's uploads and results; undefined for an id that is unknown, deleted, expired, not yet posted, or another
 * caller's.
 */
export interface InputLookup {
  find(owner: string, id: string, ahead: ReadAhead): Promise<StoredObject | undefined>;
}

/**
 * Waits until nothing reads the bytes of `files` any more, for a request that does not use them.
 *
 * @returns the bytes that arrived
 */
export async function settledContents(files: readonly GivenFile[]): Promise<Uint8Array[]> {
  const contents = files
    .filter(isInputFile)
    .flatMap(({ source }) =>
      source.kind === 'stored' && source.object.content ? [source.object.content] : [],
    );
  const settled = await Promise.allSettled(contents);
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** Reads the objects of inputs. */
export interface ObjectReader {
  /** @throws InputFault `gone` when the object was deleted, `invalid-field` when it was replaced */
  read(object: StoredObject): Promise<Uint8Array>;
}

/**
 * The bytes of `file`.
 *
 * @throws InputFault `gone` when its object was deleted, `invalid-field` when it was replaced
 */
export async function contentOf({ source }: InputFile, objects: ObjectReader): Promise<Uint8Array> {
  if (source.kind === 'inline') return source.bytes;
  return source.object.content ?? objects.read(source.object);
}
