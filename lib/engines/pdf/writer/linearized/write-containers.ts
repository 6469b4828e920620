import type { OutputDocument } from '../../output/output-document.ts';
import { writeObject } from '../../syntax/write-object.ts';
import type { Encoding } from '../document-writer.ts';
import { ObjectChunks } from '../object-chunks.ts';
import { ObjectPacker } from '../object-packer.ts';
import { ObjectPlaces } from '../object-places.ts';
import type { FileNumbers } from './file-numbers.ts';
import type { FilePlan } from './file-plan.ts';
import { RenumberedObjects } from './renumbered-objects.ts';

/** The objects of a linearized file: those before the first page, and all from the first page on. */
export interface WrittenContainers {
  opening: ObjectChunks;
  body: ObjectChunks;
  /** By container, the offset in `opening` or `body`. */
  offsets: Float64Array;
  /** The offset of the encryption dictionary in `opening`. */
  encryptionOffset: number;
  /** The places of objects in object streams. */
  places: ObjectPlaces;
}

/** Writes all objects of a document to their containers. Uses up the document: its copied objects are moved. */
export function writeContainers(
  document: OutputDocument,
  { containers, firstPage }: FilePlan,
  numbers: FileNumbers,
  { protection, level }: Encoding,
): WrittenContainers {
  const opening = new ObjectChunks();
  const body = new ObjectChunks();
  const places = new ObjectPlaces(numbers.size);
  const offsets = new Float64Array(containers.count);
  const objects = new RenumberedObjects(document, numbers.objects);
  let container = 0;
  let out = opening;
  const packer = new ObjectPacker(
    places,
    {
      nextNumber: () => numbers.containers[container] as number,
      stream: (number, dict, data) => {
        offsets[container] = out.stream(number, dict, protection?.encrypt(data) ?? data);
      },
      plain: () => {
        throw new Error('An object stream has no objects');
      },
    },
    { minPacked: 1, level },
  );
  for (; container < containers.count; container += 1) {
    if (container === firstPage.start) out = body;
    const members = containers.members(container);
    if (containers.isObjectStream(container)) {
      for (const number of members) {
        objects.move(number, packer.begin(numbers.objects[number] as number));
        packer.end();
      }
      packer.flush();
      continue;
    }
    const [number = 0] = members;
    offsets[container] = out.begin(numbers.objects[number] as number);
    const data = protection ? objects.moveProtected(number, protection, out) : objects.move(number, out);
    if (data) out.endWith(data);
    else out.end();
  }
  let encryptionOffset = 0;
  if (protection && numbers.encryption !== undefined) {
    encryptionOffset = opening.begin(numbers.encryption);
    writeObject(opening, protection.dictionary(document.context));
    opening.end();
  }
  return { opening, body, offsets, encryptionOffset, places };
}
