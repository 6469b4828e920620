import type { MultipartBody } from '../api/contract.ts';
import { readMultipart } from './multipart.ts';
import type { InputSources } from './parse-files.ts';
import { type ParsedForm, parseForm } from './parse-form.ts';

/** Reads a multipart body and checks it against a contract, for the owner who sent it. */
export type FormReader = (
  contentType: string | undefined,
  bytes: Buffer,
  body: MultipartBody,
  owner: string,
  /** Epoch milliseconds by which the request must have a response. */
  deadline: number,
) => Promise<ParsedForm>;

/** Given to the endpoints that take forms, so that the others are bundled without a multipart parser. */
export const formReader =
  (sources: InputSources): FormReader =>
  async (contentType, bytes, body, owner) =>
    parseForm(await readMultipart(contentType, bytes), body, owner, sources);
