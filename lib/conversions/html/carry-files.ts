import type { InputFile } from '../../files/input-file.ts';
import type { InputStore, StoredInput } from '../../files/input-store.ts';
import type { Carried } from './message.ts';

/**
 * Bytes that a message itself takes. Lambda allows 6,291,456 for the whole, in which they are base64; the options
 * that come with them are below 1.5 MB.
 */
const inlineBytes = 3_000_000;

export interface CarriedFiles {
  carried: Carried[];
  /** What was stored for the way; to be deleted afterwards. Inputs that were in the bucket before are not among them. */
  kept: StoredInput[];
}

/**
 * Readies files for a message to another function, which cannot read the bucket: in the message as long as there is
 * room, the rest in the bucket with requests that are signed for each.
 *
 * @param id names what has to be stored
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
  const carried = await Promise.all(
    files.map(async (file, index): Promise<Carried> => {
      if (file.source.kind === 'inline' && fits[index]) {
        return { kind: 'inline', base64: file.source.bytes.toString('base64') };
      }
      const input = await inputs.store(owner, `${id}-${index}`, file);
      if (file.source.kind === 'inline') kept.push(input);
      return { kind: 'object', field: file.field, size: file.size, ...(await inputs.readRequest(input)) };
    }),
  );
  return { carried, kept };
}
