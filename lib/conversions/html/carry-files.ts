import { allSettled } from '../../base/all-settled.ts';
import { newId } from '../../base/identifiers.ts';
import { timed } from '../../base/observability/span.ts';
import { type GivenFile, type InputFile, isUrlInput } from '../../files/input-file.ts';
import type { InputStore, StoredInput } from '../../files/input-store.ts';
import type { Carried, RenderMessage } from './message.ts';

/**
 * Maximum number of file bytes inside a message, where they are base64. Lambda allows 6,291,456 bytes for the whole
 * message; the options take less than 1.5 MB.
 */
export const inlineBytes = 3_000_000;

/** The bytes that a message has left beside the parts of a request. */
export const messageRoom = (files: readonly GivenFile[]): number =>
  files.reduce(
    (room, file) => (isUrlInput(file) || file.source.kind !== 'inline' ? room : room - file.size),
    inlineBytes,
  );

/** The fonts of a message. */
export const carriedFonts = (
  fonts: readonly InputFile[],
  carried: readonly Carried[],
): RenderMessage['fonts'] => carried.map((content, index) => ({ field: fonts[index]?.field ?? '', content }));

export interface CarriedFiles {
  carried: Carried[];
  /** Files that were stored for the transfer. The caller deletes them afterwards. Uploads are not among them. */
  kept: StoredInput[];
}

/**
 * Runs `use` while another function can read the files of a request.
 *
 * @param use gets the files in their order
 */
export async function whileCarried<T>(
  files: readonly InputFile[],
  owner: string,
  inputs: InputStore,
  use: (carried: Carried[]) => Promise<T>,
): Promise<T> {
  const { carried, kept } = await timed('carry', () => carryFiles(files, owner, newId('file'), inputs));
  try {
    return await use(carried);
  } finally {
    await discard(kept, inputs);
  }
}

/** Files that could not be deleted expire after two days. */
const discard = (kept: readonly StoredInput[], inputs: InputStore): Promise<unknown> =>
  Promise.allSettled(kept.map((input) => inputs.delete(input)));

/**
 * Prepares files for a message to another function, which cannot read the bucket: inside the message while there is
 * space, the others in the bucket with a presigned request each.
 *
 * @param id prefix of the names of stored files
 */
export async function carryFiles(
  files: readonly InputFile[],
  owner: string,
  id: string,
  inputs: InputStore,
): Promise<CarriedFiles> {
  let room = inlineBytes;
  const fits = files.map(({ source, size }) => {
    const inline = source.kind === 'inline' && size <= room;
    if (inline) room -= size;
    return inline;
  });
  const kept: StoredInput[] = [];
  const carry = async (file: InputFile, index: number): Promise<Carried> => {
    if (file.source.kind === 'inline' && fits[index]) {
      return { kind: 'inline', base64: file.source.bytes.toString('base64') };
    }
    const input = await inputs.store(owner, `${id}-${index}`, file);
    if (file.source.kind === 'inline') kept.push(input);
    return { kind: 'object', field: file.field, size: file.size, ...(await inputs.readRequest(input)) };
  };
  try {
    return { carried: await allSettled(files.map(carry)), kept };
  } catch (error) {
    await discard(kept, inputs);
    throw error;
  }
}
