import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type ConformanceFlavour, conformanceFlavours } from '#lib/base/conformance.ts';

/** The standards that a PDF declares in its XMP metadata, read by pdf.js. */
export async function claimsOf(bytes: Uint8Array): Promise<ConformanceFlavour[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const { metadata } = (await (await task.promise).getMetadata()) as {
    metadata: { getRaw(): string } | null;
  };
  await task.destroy();
  const xmp = metadata?.getRaw() ?? '';
  const part = propertyOf(xmp, 'pdfaid:part');
  const level = propertyOf(xmp, 'pdfaid:conformance') ?? '';
  const accessible = propertyOf(xmp, 'pdfuaid:part');
  const names = [
    ...(part === undefined ? [] : [`${part}${level.toLowerCase()}`]),
    ...(accessible === undefined ? [] : [`ua${accessible}`]),
  ];
  return names.map((name) => {
    const flavour = conformanceFlavours.find((known) => known === name);
    if (!flavour) throw new Error(`the PDF declares an unknown standard, ${name}`);
    return flavour;
  });
}

/** A property of a packet, as an element or an attribute. */
const propertyOf = (xmp: string, name: string): string | undefined =>
  new RegExp(`${name}(?:>|\\s*=\\s*["'])\\s*(\\w+)`).exec(xmp)?.[1];
