import { combineFaults, type FieldFault } from '../../base/app-error.ts';
import { InputFault } from '../../base/input-fault.ts';
import { timed } from '../../base/observability/span.ts';
import { isPdf } from '../../engines/pdf/is-pdf.ts';
import type { Picture } from '../../engines/pictures/picture.ts';
import { PictureBudget } from '../../engines/pictures/picture-budget.ts';
import { isPicture, readPicture } from '../../engines/pictures/read-picture.ts';

/** A part of `overlays`. */
export interface OverlayFile {
  field: string;
  fileName: string;
  content: Uint8Array;
}

/** The files of `overlays` by what they are. */
export interface ReadOverlays<Document extends OverlayFile> {
  /** By file name. */
  pictures: ReadonlyMap<string, Picture>;
  /** PDFs, to be opened with those of the request. */
  documents: readonly Document[];
}

/**
 * Reads the pictures among the files of `overlays`. One error names all that cannot be read.
 *
 * @throws AppError `invalid-file-type`, `damaged-document` or `file-too-large`
 */
export function readOverlays<Document extends OverlayFile>(
  files: readonly Document[],
): Promise<ReadOverlays<Document>> {
  // Most requests have none, and no such stage.
  if (files.length === 0) return Promise.resolve({ pictures: new Map(), documents: [] });
  return timed('overlays', async () => {
    const budget = new PictureBudget();
    const pictures = new Map<string, Picture>();
    const faults: FieldFault[] = [];
    const isDocument = ({ content }: Document): boolean => !isPicture(content) && isPdf(content);
    for (const file of files.filter((each) => !isDocument(each))) {
      try {
        pictures.set(file.fileName, await pictureOf(file, budget));
      } catch (error) {
        if (!(error instanceof InputFault)) throw error;
        faults.push(error.asFieldFault(file.field));
      }
    }
    if (faults.length > 0) throw combineFaults(faults);
    return { pictures, documents: files.filter(isDocument) };
  });
}

async function pictureOf({ content }: OverlayFile, budget: PictureBudget): Promise<Picture> {
  if (isPicture(content)) return readPicture(content, budget);
  throw new InputFault('invalid-file-type', 'must be a PNG, JPEG, WebP, SVG or PDF file');
}
