/** Pieces of a text that are looked at. They are spread over the text. */
const mostPieces = 64;

/** The detector reads 350 bytes of a text, and decides by what it has read. */
const pieceBytes = 320;

/** A part of a text, with the bytes of its letters (UTF-8): a Chinese letter has more information than an English one. */
export interface Piece {
  text: string;
  weight: number;
}

const letters = /\p{L}+/gu;

/** The bytes of the letters of a text. */
const weightOf = (text: string): number =>
  (text.match(letters) ?? []).reduce((sum, word) => sum + Buffer.byteLength(word), 0);

/** Whether a text has no words, such as one of numbers. */
export const isWordless = (text: string): boolean => weightOf(text) === 0;

/** Splits a text between words, or between characters where words are long. Pieces without letters are left out. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  while (start < text.length) {
    const end = endOfPiece(text, start);
    const piece = text.slice(start, end);
    const weight = weightOf(piece);
    if (weight > 0) pieces.push({ text: piece, weight });
    start = end;
  }
  const step = Math.max(1, pieces.length / mostPieces);
  return pieces.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}

function endOfPiece(text: string, start: number): number {
  let bytes = 0;
  let lastSpace: number | undefined;
  let at = start;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > pieceBytes) return lastSpace ?? at;
    at += code < 0x10000 ? 1 : 2;
    if (code === 0x20 || code === 0x0a) lastSpace = at;
  }
  return at;
}
