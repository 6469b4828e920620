import { createReadStream } from 'node:fs';
import type { StoredFile } from '../../files/file-record.ts';
import type { FileStore } from '../../files/file-store.ts';
import { chunksOf, type Content, type ProducedFile, sizeOf } from '../../files/produced-file.ts';

/** A file that can be sent, repeatedly. */
export interface Deliverable {
  contentType: string;
  /** Bytes. */
  size: number;
  /** Reads the file from its beginning. */
  read: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** A result in memory or on disk. */
export const producedDeliverable = ({ contentType, content }: ProducedFile<Content>): Deliverable => ({
  contentType,
  size: sizeOf(content),
  // Opens the file only when it is read.
  read: async function* () {
    yield* 'path' in content ? createReadStream(content.path) : chunksOf(content);
  },
});

/** A result that is stored already. */
export const storedDeliverable = (file: StoredFile, files: Pick<FileStore, 'open'>): Deliverable => ({
  contentType: file.contentType,
  size: file.size,
  read: async function* () {
    yield* await files.open(file);
  },
});
