import { fromBuffer, type RandomAccess } from '../../../base/random-access.ts';
import { keys } from '../keys.ts';
import { PDFRef } from '../objects.ts';
import { streamRows } from '../writer/cross-reference-rows.ts';
import { documentEntries, headerOf, ObjectChunks } from '../writer/object-chunks.ts';
import { ObjectPacker } from '../writer/object-packer.ts';
import { ObjectPlaces } from '../writer/object-places.ts';
import { GeneratedPdf, readTable, rowLength } from './generated-pdf.ts';

/** Number of objects from which packing saves a considerable part of a file. */
const worthPacking = 500;

/** The objects in use, in the order of the file. */
interface ObjectSpan {
  number: number;
  start: number;
  /** The start of the next object, or of the cross-reference table. */
  end: number;
}

/** A generated PDF in memory, whose objects are moved as bytes. */
class PackablePdf extends GeneratedPdf {
  static override async open(file: RandomAccess): Promise<PackablePdf> {
    const { start, table } = await readTable(file);
    return new PackablePdf(file, start, table);
  }

  /** The number after the last object. */
  get objectCount(): number {
    return this.rows.length / rowLength;
  }

  spans(): ObjectSpan[] {
    const starts: Omit<ObjectSpan, 'end'>[] = [];
    for (let number = 1; number < this.objectCount; number += 1) {
      const row = this.rows.toString('latin1', number * rowLength, (number + 1) * rowLength);
      const [, offset] = /^(\d{10}) 00000 n/.exec(row) ?? [];
      if (offset !== undefined) starts.push({ number, start: Number(offset) });
    }
    starts.sort((one, other) => one.start - other.start);
    return starts.map((span, index) => ({ ...span, end: starts[index + 1]?.start ?? this.tableStart }));
  }
}

/**
 * Packs the objects of a PDF that Chromium wrote into compressed object streams. Chromium writes none, so the tags of a
 * page with tables take many times the space of its content. A file with few objects is returned as it is.
 *
 * @throws Error for a PDF that another program wrote
 */
export async function packObjects(content: Buffer): Promise<Buffer> {
  const pdf = await PackablePdf.open(fromBuffer(content));
  if (pdf.objectCount < worthPacking) return content;
  const out = new ObjectChunks();
  const places = new ObjectPlaces(pdf.objectCount);
  let size = pdf.objectCount;
  const packer = new ObjectPacker(places, {
    nextNumber: () => size++,
    stream: (number, dict, data) => places.place(number, out.stream(number, dict, data)),
    plain: (number, object) => {
      places.place(number, out.begin(number));
      out.copy(object, 0, object.length);
      out.end();
    },
  });
  out.text(headerOf());
  for (const { number, start, end } of pdf.spans()) {
    const object = content.subarray(start, end);
    const value = valueOf(object, number);
    if (value) {
      packer.begin(number).copy(value, 0, value.length);
      packer.end();
    } else {
      places.place(number, out.length);
      out.data(object);
    }
  }
  packer.flush();
  const table = out.length;
  const number = size++;
  places.place(number, table);
  const { format, data } = streamRows(places, { size, length: table });
  const entries = `/Size ${size}${documentEntries(trailerOf(pdf), out.digest())}`;
  out.stream(number, `/Type/XRef${format}${entries}`, data);
  out.text(`startxref\n${table}\n%%EOF\n`);
  return Buffer.concat(out.finish());
}

/** The value between `obj` and `endobj`; undefined for a stream. */
function valueOf(object: Buffer, number: number): Buffer | undefined {
  const beginning = `${number} 0 obj\n`;
  const text = object.toString('latin1', object.lastIndexOf('\n', object.length - 2) + 1);
  if (object.toString('latin1', 0, beginning.length) !== beginning || text !== 'endobj\n') {
    throw new Error(`Object ${number} does not have the structure that Chromium writes.`);
  }
  const value = object.subarray(beginning.length, object.length - text.length - 1);
  return value.subarray(-'endstream'.length).equals(Buffer.from('endstream')) ? undefined : value;
}

function trailerOf({ context, trailer }: PackablePdf): PackablePdf['context'] {
  const [Root, Info] = [trailer.get(keys.Root), trailer.get(keys.Info)];
  if (Root instanceof PDFRef) context.trailerInfo.Root = Root;
  if (Info instanceof PDFRef) context.trailerInfo.Info = Info;
  return context;
}
