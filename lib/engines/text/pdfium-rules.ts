import type { PageView } from '../pdf/assembly/pages/page-view.ts';
import { identity } from '../pdf/finishing/flatten/geometry.ts';
import { composed, type Matrix } from '../pdf/finishing/overlays/matrix.ts';
import type { PdfiumExports, PdfiumProgram } from '../pdfium/program.ts';
import { pointOnPage } from './display.ts';
import { type Box, overlapOf, type Rule } from './glyph.ts';
import { boxAround, type Painting, type Point, rulesOfSubpath, type Subpath } from './path-rules.ts';
import { PdfiumNumbers } from './pdfium-numbers.ts';

/** Values of FPDF_PAGEOBJ_ and FPDF_SEGMENT_. */
const objectType = { path: 2, form: 5 };
const segmentType = { line: 0, curve: 1, move: 2 };

/** What is read of a page. Drawings have more, and no tables. */
const most = { objects: 20_000, segments: 20_000, rules: 10_000, formDepth: 8 };

/** What is read of the paths that clip an object. Longer ones are shapes, which clip no rules. */
const mostClips = { paths: 8, segments: 16 };

/** Where objects are drawn. */
interface Place {
  view: PageView;
  /** From the coordinates of the objects to user space. */
  matrix: Matrix;
  /** The part of the page that shows them; undefined if there is none. */
  clip: Box | undefined;
  /** Forms that contain them. */
  depth: number;
}

interface Reading {
  /** What is left to read of the page. */
  budget: Record<'objects' | 'segments', number>;
  rules: Rule[];
}

/** Handles of PDFium in order. */
interface Handles {
  count: number;
  at: (index: number) => number;
}

/** Reads the rules of the pages of an open document. */
export class PdfiumRules {
  readonly #calls: PdfiumExports;
  readonly #numbers: PdfiumNumbers;

  constructor(program: PdfiumProgram) {
    this.#calls = program.exports;
    this.#numbers = new PdfiumNumbers(program);
  }

  /**
   * Returns the rules of a page, as far as it shows them. None if it is a drawing of very many parts.
   *
   * @param page PDFium's handle
   */
  read(page: number, view: PageView): Rule[] {
    const { FPDFPage_CountObjects, FPDFPage_GetObject } = this.#calls;
    const rules: Rule[] = [];
    const objects = {
      count: FPDFPage_CountObjects(page),
      at: (index: number) => FPDFPage_GetObject(page, index),
    };
    const clip = { left: 0, top: 0, right: view.width, bottom: view.height };
    const place = { view, matrix: identity, clip, depth: 0 };
    const budget = { objects: most.objects, segments: most.segments };
    return this.#readObjects(objects, place, { budget, rules }) ? rules : [];
  }

  /** @returns false when there is too much to read */
  #readObjects({ count, at }: Handles, place: Place, into: Reading): boolean {
    into.budget.objects -= count;
    if (into.budget.objects < 0) return false;
    for (let index = 0; index < count; index += 1) {
      const object = at(index);
      const type = this.#calls.FPDFPageObj_GetType(object);
      if (type === objectType.form && !this.#readForm(object, place, into)) return false;
      if (type === objectType.path && !this.#readPath(object, place, into)) return false;
    }
    return true;
  }

  #readForm(form: number, place: Place, into: Reading): boolean {
    if (place.depth >= most.formDepth) return true;
    const { FPDFFormObj_CountObjects, FPDFFormObj_GetObject } = this.#calls;
    const matrix = composed(this.#matrixOf(form), place.matrix);
    const clip = this.#clipOf(form, place);
    const objects = {
      count: Math.max(0, FPDFFormObj_CountObjects(form)),
      at: (index: number) => FPDFFormObj_GetObject(form, index),
    };
    return this.#readObjects(objects, { ...place, matrix, clip, depth: place.depth + 1 }, into);
  }

  #readPath(path: number, place: Place, { budget, rules }: Reading): boolean {
    const calls = this.#calls;
    const count = calls.FPDFPath_CountSegments(path);
    budget.segments -= count;
    if (budget.segments < 0) return false;
    const painting = this.#paintingOf(path, place);
    if (!painting.filled && painting.strokeWidth === undefined) return true;
    const matrix = composed(this.#matrixOf(path), place.matrix);
    const found = this.#subpathsOf(
      { count, at: (index) => calls.FPDFPath_GetPathSegment(path, index) },
      { ...place, matrix },
    ).flatMap((subpath) => rulesOfSubpath(subpath, painting));
    if (found.length === 0) return true;
    const clip = this.#clipOf(path, place);
    for (const rule of found) {
      const shown = clip && overlapOf(rule, clip);
      if (shown) rules.push(shown);
    }
    return rules.length <= most.rules;
  }

  #paintingOf(path: number, { matrix, view }: Place): Painting {
    const { FPDFPath_GetDrawMode, FPDFPageObj_GetStrokeWidth } = this.#calls;
    const [fill = 0, stroke = 0] = this.#numbers.integers(2, (at) => FPDFPath_GetDrawMode(path, at, at + 4));
    if (stroke === 0) return { filled: fill !== 0, strokeWidth: undefined };
    const [width = 0] = this.#numbers.floats(1, (at) => FPDFPageObj_GetStrokeWidth(path, at));
    const [a, b, c, d] = composed(this.#matrixOf(path), matrix);
    return { filled: fill !== 0, strokeWidth: width * Math.sqrt(Math.abs(a * d - b * c)) * view.unit };
  }

  #subpathsOf({ count, at }: Handles, place: Place): Subpath[] {
    const { FPDFPathSegment_GetType, FPDFPathSegment_GetClose } = this.#calls;
    const subpaths: Subpath[] = [];
    let open: { points: Point[]; closed: boolean; curved: boolean } | undefined;
    for (let index = 0; index < count; index += 1) {
      const segment = at(index);
      const type = FPDFPathSegment_GetType(segment);
      if (type === segmentType.move || !open)
        subpaths.push((open = { points: [], closed: false, curved: false }));
      open.points.push(this.#pointOf(segment, place));
      open.curved ||= type === segmentType.curve;
      open.closed ||= FPDFPathSegment_GetClose(segment) !== 0;
    }
    return subpaths;
  }

  #pointOf(segment: number, { matrix: [a, b, c, d, e, f], view }: Place): Point {
    const [x = 0, y = 0] = this.#numbers.floats(2, (at) =>
      this.#calls.FPDFPathSegment_GetPoint(segment, at, at + 4),
    );
    return pointOnPage(view, a * x + c * y + e, b * x + d * y + f);
  }

  /** The part of the page that shows an object; undefined if there is none. */
  #clipOf(object: number, place: Place): Box | undefined {
    const calls = this.#calls;
    const path = calls.FPDFPageObj_GetClipPath(object);
    const paths = path ? Math.min(calls.FPDFClipPath_CountPaths(path), mostClips.paths) : 0;
    let { clip } = place;
    for (let index = 0; clip && index < paths; index += 1) {
      const count = calls.FPDFClipPath_CountPathSegments(path, index);
      if (count <= 0 || count > mostClips.segments) continue;
      const segments = { count, at: (at: number) => calls.FPDFClipPath_GetPathSegment(path, index, at) };
      const points = this.#subpathsOf(segments, place).flatMap((subpath) => subpath.points);
      clip = overlapOf(clip, boxAround(points));
    }
    return clip;
  }

  #matrixOf(object: number): Matrix {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = this.#numbers.floats(6, (at) =>
      this.#calls.FPDFPageObj_GetMatrix(object, at),
    );
    return [a, b, c, d, e, f];
  }
}
