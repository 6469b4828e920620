import { hash } from 'node:crypto';
import type { OutputDocument } from '../../output/output-document.ts';
import type { Encoding, WrittenDocument } from '../document-writer.ts';
import { documentEntries } from '../object-chunks.ts';
import { type FileParts, frame } from './file-frame.ts';

/**
 * Joins the objects of a file with what states their offsets. The first cross-reference is compressed, and its offsets
 * depend on its own length. It therefore has a little more room than an attempt took; an attempt that needs more is
 * repeated.
 */
export function joinFile({ context }: OutputDocument, parts: FileParts, encoding: Encoding): WrittenDocument {
  const { numbers, written } = parts;
  const digest = hash('sha256', written.opening.digest() + written.body.digest());
  const encryption = numbers.encryption === undefined ? '' : `/Encrypt ${numbers.encryption} 0 R`;
  const entries = documentEntries(context, digest, (number) => numbers.objects[number] ?? 0) + encryption;
  for (let room = 0; ;) {
    const { head, hints, tail, needed } = frame(parts, { entries, room, ...encoding });
    if (needed <= room) {
      const chunks = [head, ...written.opening.finish(), hints, ...written.body.finish(), tail];
      return { chunks, byteLength: chunks.reduce((sum, { length }) => sum + length, 0) };
    }
    room = needed + Math.ceil(needed / 64) + 8;
  }
}
