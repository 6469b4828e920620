import { InputFault } from '../../base/input-fault.ts';
import { fromBuffer, type RandomAccess } from '../../base/random-access.ts';
import type { InputFile } from '../../files/input-file.ts';
import { ObjectChanged, type ObjectStore } from './object-store.ts';

/**
 * Inspects a file of a request without downloading it as a whole: `look` reads only the parts that it needs.
 *
 * @throws AppError an InputFault of `look`, in the file's field; `gone` when it was deleted meanwhile,
 *   `invalid-field` when it was replaced
 */
export async function lookInto<T>(
  file: InputFile,
  objects: ObjectStore,
  look: (access: RandomAccess) => Promise<T>,
): Promise<T> {
  try {
    return await look(accessTo(file, objects));
  } catch (error) {
    const fault = error instanceof ObjectChanged ? changedFault(error) : error;
    throw fault instanceof InputFault ? fault.inField(file.field) : fault;
  }
}

/** The fault of an input that was deleted or replaced after it was found. */
export const changedFault = (cause: ObjectChanged): InputFault =>
  cause.isMissing
    ? new InputFault('gone', 'was deleted before it was read', { cause })
    : new InputFault('invalid-field', 'was replaced before it was read', { cause });

function accessTo({ source, size }: InputFile, objects: ObjectStore): RandomAccess {
  if (source.kind === 'inline') return fromBuffer(source.bytes);
  const { key, eTag } = source.object;
  return {
    size,
    read: async (offset, length) => {
      const last = Math.min(size, offset + length) - 1;
      if (last < offset) return Buffer.alloc(0);
      const chunks: Buffer[] = [];
      const { stream } = await objects.open(key, { eTag, range: [offset, last] });
      for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}
