import { compressedStream } from '../../../finishing/overlays/compressed-stream.ts';
import { values } from '../../../keys.ts';
import { type PDFContext, PDFNumber, type PDFObject } from '../../../objects.ts';
import type { ProgramKey } from '../font-dictionary.ts';
import type { CffProgram } from './cff-program.ts';
import { TrueTypeProgram } from './true-type-program.ts';
import { Type1Program } from './type1-program.ts';

/** A font program as the entry of a descriptor (PDF 32000-1, 9.9). */
export function programEntry(
  context: PDFContext,
  program: TrueTypeProgram | CffProgram | Type1Program,
  isComposite: boolean,
): Partial<Record<ProgramKey, PDFObject>> {
  if (program instanceof TrueTypeProgram) {
    const bytes = program.write();
    return {
      FontFile2: context.register(compressedStream(context, bytes, { Length1: PDFNumber.of(bytes.length) })),
    };
  }
  if (program instanceof Type1Program) {
    const { clear, encrypted, trailer } = program.writeParts();
    const stream = compressedStream(context, Buffer.concat([clear, encrypted, trailer]), {
      Length1: PDFNumber.of(clear.length),
      Length2: PDFNumber.of(encrypted.length),
      Length3: PDFNumber.of(trailer.length),
    });
    return { FontFile: context.register(stream) };
  }
  const Subtype = isComposite ? values.CIDFontType0C : values.Type1C;
  return { FontFile3: context.register(compressedStream(context, program.write(), { Subtype })) };
}
