import { type PDFContext, PDFRef } from '../objects.ts';
import { ChunkWriter } from './chunk-writer.ts';

/** The version of PDF that a file has. Before 1.5, there are neither object streams nor cross-reference streams. */
export type FileVersion = '1.4' | '1.7' | '2.0';

/** The start of a file. The second line marks the file as binary (PDF 32000-1, 7.5.2). */
export const headerOf = (version: FileVersion = '1.7'): string =>
  `%PDF-${version}\n%\u00e2\u00e3\u00cf\u00d3\n`;

/** Collects indirect objects as chunks of a file. */
export class ObjectChunks extends ChunkWriter {
  /** Starts an object. Returns its offset. */
  begin(number: number): number {
    const offset = this.length;
    this.integer(number);
    this.text(' 0 obj\n');
    return offset;
  }

  /** Ends an object that is not a stream. */
  end(): void {
    this.text('\nendobj\n');
  }

  /** Ends a stream whose dictionary was written. The data must not change any more. */
  endWith(data: Buffer): void {
    this.text('\nstream\n');
    this.data(data);
    this.text('\nendstream\nendobj\n');
  }

  /** Writes a stream: its dictionary without the length, and a copy of its data. Returns its offset. */
  stream(number: number, dict: string, data: Buffer): number {
    const offset = this.begin(number);
    this.text(`<<${dict}/Length ${data.length}>>\nstream\n`);
    this.copy(data, 0, data.length);
    this.text('\nendstream\nendobj\n');
    return offset;
  }
}

/** The number of hexadecimal digits in an identifier (14.4), as many as MD5 gives. */
const identifierDigits = 32;

/**
 * The entries of a trailer that describe the document, without its encryption.
 *
 * @param digest that of the file
 * @param numberOf returns the object number of the file for that of the document; 0 for none
 */
export function documentEntries({ trailerInfo }: PDFContext, digest: string, numberOf = same): string {
  const { Root, Info } = trailerInfo;
  if (!(Root instanceof PDFRef)) throw new Error('The document has no catalog');
  const id = digest.slice(0, identifierDigits);
  const info = Info instanceof PDFRef ? numberOf(Info.objectNumber) : 0;
  return `/Root ${numberOf(Root.objectNumber)} 0 R${info > 0 ? `/Info ${info} 0 R` : ''}/ID[<${id}><${id}>]`;
}

const same = (number: number): number => number;
