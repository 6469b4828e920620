import { PDFDocument } from 'pdf-lib';
import { rawPdf, rawStreamPdf } from '../support/raw-pdf.ts';
import type { Random } from './mutations.ts';

/** The content between `obj` and `endobj`, by object number. Characters are bytes. */
export type Objects = Map<number, string>;

/** A file taken apart. */
export interface Anatomy {
  objects: Objects;
  root: number;
}

/**
 * `pdf` with each object by itself: those in object streams are taken out where the file is in order.
 *
 * @returns undefined when nothing is found to operate on
 */
export async function dissect(pdf: Buffer): Promise<Anatomy | undefined> {
  const text = (await expanded(pdf)).toString('latin1');
  const objects: Objects = new Map();
  const object = /(\d{1,7})\s+\d{1,5}\s+obj\b\s?([^]*?)\s?endobj/g;
  for (const [, number, body = ''] of text.matchAll(object)) objects.set(Number(number), body);
  const named = /\/Root\s+(\d{1,7})/.exec(text)?.[1];
  const root = objects.has(Number(named)) ? Number(named) : catalogOf(objects);
  return root === undefined || objects.size > 5000 ? undefined : { objects, root };
}

async function expanded(pdf: Buffer): Promise<Buffer> {
  if (!pdf.includes('/ObjStm')) return pdf;
  try {
    const document = await PDFDocument.load(pdf, { updateMetadata: false, throwOnInvalidObject: true });
    return Buffer.from(await document.save({ useObjectStreams: false, updateFieldAppearances: false }));
  } catch {
    return pdf;
  }
}

const catalogOf = (objects: Objects): number | undefined =>
  [...objects].find(([, body]) => /\/Type\s*\/Catalog\b/.test(body))?.[0];

/** The objects as a file, in one of the ways that files are written; some with an earlier revision before them. */
export function written(before: Anatomy, after: Anatomy, donor: Anatomy, random: Random): Buffer {
  const changed = [...after.objects].filter(([number, body]) => before.objects.get(number) !== body);
  switch (random.below(6)) {
    case 0:
      // The changed object is a revision of the original.
      return revised(table(before), changed, after.root);
    case 1:
      // The original is a revision of the changed object.
      return revised(table(after), [...before.objects].slice(0, 20), after.root);
    case 2:
      // A revision of another file altogether.
      return revised(table(donor), [...after.objects], after.root);
    case 3:
      return packed(after);
    default:
      return table(after);
  }
}

const bytesOf = (objects: Iterable<readonly [number, string]>): Record<number, Buffer> =>
  Object.fromEntries([...objects].map(([number, body]) => [number, Buffer.from(body, 'latin1')]));

const table = ({ objects, root }: Anatomy): Buffer => rawPdf(bytesOf(objects), { root });

const revised = (previous: Buffer, objects: readonly (readonly [number, string])[], root: number): Buffer =>
  rawPdf(bytesOf(objects), { previous, root });

function packed({ objects, root }: Anatomy): Buffer {
  const small = [...objects].filter(([, body]) => !/stream\r?\n/.test(body)).map(([number]) => number);
  return rawStreamPdf(bytesOf(objects), { packed: small.slice(0, 300), root });
}
