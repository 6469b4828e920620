import { PDFContext } from '../objects.ts';
import { OutputObjects } from './output-objects.ts';

/**
 * A document under construction. `context` is pdf-lib's. Copied objects stay bytes until they are looked up. Set
 * `context.trailerInfo.Root` (and `.Info`) before writing.
 */
export class OutputDocument {
  readonly context: PDFContext;
  /** The objects behind `context`, for copiers and the writer. */
  readonly objects: OutputObjects;

  constructor() {
    this.context = PDFContext.create();
    this.objects = OutputObjects.install(this.context);
  }
}
