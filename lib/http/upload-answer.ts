import * as z from 'zod';
import type { UploadStore } from '../files/upload-store.ts';
import { type Answer, json } from './answer.ts';
import type { AnswerAgain } from './answer-once.ts';

const uploadSource = z.object({
  id: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  size: z.int(),
});
type UploadSource = z.output<typeof uploadSource>;

/**
 * Answers with the form for an upload.
 *
 * @param maxSize the largest file that this service takes, in bytes
 */
export async function answerUpload(
  owner: string,
  upload: UploadSource,
  uploads: UploadStore,
  maxSize: number,
): Promise<Answer> {
  const form = await uploads.create(owner, upload, upload.id);
  return { ...json(201, { ...form, maxSize }), source: upload };
}

/** Answers with a form for the same upload, signed anew. */
export const uploadAgain =
  (uploads: UploadStore, maxSize: number): AnswerAgain =>
  (source, { owner }) =>
    answerUpload(owner, uploadSource.parse(source), uploads, maxSize);
