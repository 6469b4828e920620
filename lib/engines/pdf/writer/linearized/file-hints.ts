import type { FileNumbers } from './file-numbers.ts';
import type { FilePlan, Span } from './file-plan.ts';
import type { Hints, Place } from './hint-tables.ts';
import type { SharedContainers } from './shared-containers.ts';
import type { WrittenContainers } from './write-containers.ts';

/**
 * What the hint tables say about a file.
 *
 * @param bodyAt the offset of the first page as if there were no hint stream
 */
export function fileHints(
  plan: FilePlan,
  numbers: FileNumbers,
  { body, offsets }: WrittenContainers,
  shared: SharedContainers,
  bodyAt: number,
): Hints {
  const offset = (container: number): number => offsets[container] ?? body.length;
  const lengthOf = ({ start, end }: Span): number => offset(end) - offset(start);
  const place = (container: number): Place => ({
    number: numbers.containers[container] as number,
    offset: bodyAt + offset(container),
  });
  const { firstPage, furtherPages, shared: ofSeveral, outlines } = plan;
  const pages = [firstPage, ...furtherPages];
  const sharedLengths = [firstPage, ofSeveral].flatMap(({ start, end }) =>
    Array.from({ length: end - start }, (_, index) =>
      lengthOf({ start: start + index, end: start + index + 1 }),
    ),
  );
  return {
    firstPage: place(firstPage.start),
    pages: {
      objects: Uint32Array.from(pages, ({ start, end }) => end - start),
      lengths: Uint32Array.from(pages, lengthOf),
      shared,
    },
    shared: {
      ofFirstPage: firstPage.end - firstPage.start,
      lengths: Uint32Array.from(sharedLengths),
      first: ofSeveral.end > ofSeveral.start ? place(ofSeveral.start) : undefined,
    },
    outlines:
      outlines.end > outlines.start
        ? { ...place(outlines.start), objects: outlines.end - outlines.start, length: lengthOf(outlines) }
        : undefined,
  };
}
