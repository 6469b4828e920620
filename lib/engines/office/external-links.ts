import { createReadStream } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputFault } from '../../base/input-fault.ts';
import { LinkBudget } from './link-budget.ts';
import type { PackageLayout } from './package-layout.ts';
import { PartLinks, type PartVerdict } from './part-links.ts';
import { rewriteParts, spliced } from './part-splices.ts';
import { fromFile, inMemoryIfSmall, type RandomAccess } from '../../base/random-access.ts';
import type { ZipEntry } from './zip-directory.ts';
import { inflateEntry } from './zip-entry.ts';
import { checkZipLimits, zipLimits } from './zip-limits.ts';

/** A document in a document in a document; deeper ones are removed. */
const maxDepth = 3;

/**
 * Checks a document's limits (`checkZipLimits`), rewrites its package, and removes everything that would make a reader
 * open external files or addresses: linked images, objects, media, workbooks and templates, and links inside SVG
 * images, also in embedded packages. Their content that the document itself stores stays, as do hyperlinks to the web.
 *
 * LibreOffice's settings are not sufficient: fills of shapes, linked objects and SVG images ignore them. The limits and
 * the links both need every part inspected, so one pass over the file serves both. It holds one piece at a time.
 *
 * A ZIP can be crafted so that two readers find different parts in it: with a second directory in its comment or after
 * its end, or with extra fields. LibreOffice only ever opens a package that was written here, with exactly the parts
 * that were inspected, without bytes between them, extra fields or broken parts.
 *
 * @param folder for intermediate files; the caller empties it
 * @param signal cancels the work
 * @returns a file in `folder`
 * @throws InputFault as `checkZipLimits`
 * @throws the signal's reason when the signal aborts
 */
export async function withoutExternalLinks(
  document: string,
  folder: string,
  signal?: AbortSignal,
): Promise<string> {
  return await new LinkRemoval(folder, signal).apply(document, 0);
}

class LinkRemoval {
  readonly #folder: string;
  readonly #signal: AbortSignal | undefined;
  readonly #budgets = {
    relationships: new LinkBudget(),
    pictures: new LinkBudget(),
    contents: new LinkBudget(zipLimits.total),
  };
  /** Remaining inflated bytes for this document and those inside it. */
  #bytesLeft: number = zipLimits.total;
  #files = 0;

  constructor(folder: string, signal: AbortSignal | undefined) {
    this.#folder = folder;
    this.#signal = signal;
  }

  async apply(document: string, depth: number): Promise<string> {
    await using handle = await fromFile(document);
    const file = await inMemoryIfSmall(handle);
    const verdicts = new Map<ZipEntry, PartVerdict>();
    const inspect = (entry: ZipEntry, { format }: PackageLayout): PartLinks => {
      this.#spend(entry.size);
      return new PartLinks(entry.name, format, this.#budgets, (verdict) => verdicts.set(entry, verdict));
    };
    const entries = await checkZipLimits(file, inspect, this.#signal);
    const output = this.#newFile();
    await using target = await open(output, 'wx');
    await rewriteParts(file, entries, target, (entry) =>
      Promise.resolve(this.#contentOf(file, entry, verdicts.get(entry), depth)),
    );
    return output;
  }

  #contentOf(
    file: RandomAccess,
    entry: ZipEntry,
    verdict: PartVerdict | undefined,
    depth: number,
  ): AsyncIterable<Buffer> | undefined {
    switch (verdict?.kind) {
      case undefined:
        return undefined;
      case 'splice':
        return spliced(inflateEntry(file, entry), verdict.splices);
      case 'drop':
        return nothing();
      case 'package':
        return depth < maxDepth ? this.#innerContent(file, entry, depth + 1) : nothing();
    }
  }

  /** The content of a package inside the package. */
  async *#innerContent(file: RandomAccess, entry: ZipEntry, depth: number): AsyncGenerator<Buffer> {
    const inner = this.#newFile();
    await writeFile(inner, inflateEntry(file, entry));
    let safe: string;
    try {
      safe = await this.apply(inner, depth);
    } catch (error) {
      // A package that cannot be inspected is no part of the visible document that LibreOffice could show.
      if (error instanceof InputFault && error.code === 'damaged-document') return;
      throw error;
    } finally {
      await rm(inner);
    }
    yield* createReadStream(safe) as AsyncIterable<Buffer>;
    await rm(safe);
  }

  #spend(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) {
      const megabytes = zipLimits.total / 1024 / 1024;
      throw new InputFault(
        'file-too-large',
        `has more than ${megabytes} MB once it and its embedded documents are decompressed, which is the limit`,
      );
    }
  }

  #newFile(): string {
    this.#files += 1;
    return join(this.#folder, `self-contained-${this.#files}`);
  }
}

/** An empty content. */
async function* nothing(): AsyncGenerator<Buffer> {
  // Nothing to yield.
}
