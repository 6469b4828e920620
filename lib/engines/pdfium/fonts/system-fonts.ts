import type { PdfiumProgram } from '../program.ts';
import { collectionTag, type FaceFile, openFace, readFace } from './font-file-reader.ts';
import type { FontRequest } from './font-request.ts';

/** Chooses the face that PDFium uses for a font that is not embedded. */
export interface FontSource {
  faceFor(request: FontRequest): ChosenFace | undefined;
}

export interface ChosenFace {
  family: string;
  /** The font's file, and the face's place in it if it is a collection. */
  path: string;
  index: number;
}

/** Bits of a font's pitch and family (Windows' `LOGFONT`). */
const pitches = { fixed: 1, roman: 16 } as const;

/** Weights from which PDFium wants a bold face. */
const boldWeight = 600;

const pointerBytes = 4;

/**
 * Gives PDFium the fonts of a source (`FPDF_SetSystemFontInfo`). A font is read when PDFium asks for it.
 */
export function provideFonts(program: PdfiumProgram, source: FontSource): void {
  const faces: { family: string; file: FaceFile }[] = [];

  const mapFont = (
    _: number,
    weight: number,
    italic: number,
    charset: number,
    pitch: number,
    name: number,
  ): number => {
    const face = source.faceFor({
      name: program.textAt(name),
      isBold: weight >= boldWeight,
      isItalic: italic !== 0,
      charset,
      isMonospaced: (pitch & pitches.fixed) !== 0,
      hasSerifs: (pitch & pitches.roman) !== 0,
    });
    // Handles start at 1: 0 says that there is no font.
    return face ? faces.push({ family: face.family, file: openFace(face.path, face.index) }) : 0;
  };

  /** Table 0 is the font from its start; of a collection the rest of the file, from which PDFium infers the place. */
  const fontData = (_: number, handle: number, table: number, target: number, size: number): number => {
    const file = faces[handle - 1]?.file;
    if (!file || (table !== 0 && !(table === collectionTag && file.isCollection))) return 0;
    const start = table === 0 ? file.start : 0;
    const bytes = file.bytes - start;
    if (target !== 0) readFace(file, start, program.view(target, Math.min(size, bytes)));
    return bytes;
  };

  const faceName = (_: number, handle: number, target: number, size: number): number => {
    const name = Buffer.from(`${faces[handle - 1]?.family ?? ''}\0`);
    if (target !== 0 && size >= name.length) program.view(target, name.length).set(name);
    return name.length;
  };

  const nothing = (): undefined => undefined;
  const none = (): number => 0;
  const callbacks: readonly (readonly [
    call: (...values: number[]) => number | undefined,
    signature: string,
  ])[] = [
    [nothing, 'vi'], // Release
    [nothing, 'vii'], // EnumFonts
    [mapFont, 'iiiiiiii'],
    [none, 'iii'], // GetFont
    [fontData, 'iiiiii'],
    [faceName, 'iiiii'],
    [none, 'iii'], // GetFontCharset
    [nothing, 'vii'], // DeleteFont
  ];
  const version = 1;
  const values = [version, ...callbacks.map(([call, signature]) => program.callback(call, signature))];
  const structure = program.allocate(values.length * pointerBytes);
  const view = new DataView(new ArrayBuffer(values.length * pointerBytes));
  for (const [index, value] of values.entries()) view.setUint32(index * pointerBytes, value, true);
  program.view(structure, view.byteLength).set(new Uint8Array(view.buffer));
  program.calls.FPDF_SetSystemFontInfo(structure);
}
