import type { Checksum } from '../body/checksum.ts';

/** What is known of an object, or will be once its upload is complete. */
export interface ObjectDescription {
  /** Header fields to send with the object: `content-type`, `cache-control`, `x-amz-meta-…` and so on. */
  headers: Record<string, string>;
  checksum?: Checksum | undefined;
}

export interface NewObject extends ObjectDescription {
  key: string;
  /** Id of the blob that holds the bytes; the object owns it. */
  blob: string;
  /** Bytes. */
  size: number;
  /** Without quotes. */
  etag: string;
  lastModified: Date;
}

export type StoredObject = Readonly<NewObject>;
