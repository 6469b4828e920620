import { createReadStream } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { LinkBudget } from './link-budget.ts';
import { PartLinks, type PartVerdict } from './part-links.ts';
import { rewriteParts, spliced } from './part-splices.ts';
import { fromFile, type RandomAccess } from '../../base/random-access.ts';
import type { ZipEntry } from './zip-directory.ts';
import { inflateEntry } from './zip-entry.ts';
import { checkZipLimits, zipLimits } from './zip-limits.ts';

/** A document in a document in a document; what is deeper is taken out. */
const maxDepth = 3;

/**
 * Checks a document's limits (`checkZipLimits`), writes its package anew, and takes out what would have its reader open files or addresses
 * elsewhere: linked pictures, objects, media, workbooks and templates, and links inside SVG pictures, also in packages
 * that it contains. What the document itself holds of their content stays, as do hyperlinks to the web.
 *
 * LibreOffice's settings do not do this alone: fills of shapes, linked objects and SVG pictures ask none of them.
 * Limits and links have every part looked at, which one reading of the file serves. Holds one piece at a time.
 *
 * A ZIP can be made so that two readers find different parts in it: by a second directory in its comment or behind its
 * end, by extra fields. What LibreOffice opens is always a package that was written here, with exactly the parts that
 * were looked at, without bytes between them or fields besides them, and without broken parts.
 *
 * @param folder for files that are made on the way; the caller empties it
 * @returns a file in `folder`
 * @param signal ends the work when it is aborted
 * @throws AppError as `checkZipLimits`
 * @throws the signal's reason
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
  readonly #budgets = { relationships: new LinkBudget(), pictures: new LinkBudget() };
  /** What this document and those inside it may still have once inflated. */
  #bytesLeft: number = zipLimits.total;
  #files = 0;

  constructor(folder: string, signal: AbortSignal | undefined) {
    this.#folder = folder;
    this.#signal = signal;
  }

  async apply(document: string, depth: number): Promise<string> {
    await using file = await fromFile(document);
    const verdicts = new Map<ZipEntry, PartVerdict>();
    const inspect = (entry: ZipEntry): PartLinks => {
      this.#spend(entry.size);
      return new PartLinks(entry.name, this.#budgets, (verdict) => verdicts.set(entry, verdict));
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

  /** The content of a package in the package. */
  async *#innerContent(file: RandomAccess, entry: ZipEntry, depth: number): AsyncGenerator<Buffer> {
    const inner = this.#newFile();
    await writeFile(inner, inflateEntry(file, entry));
    let safe: string;
    try {
      safe = await this.apply(inner, depth);
    } catch (error) {
      // What cannot be looked into is no part of the visible document that LibreOffice could show.
      if (error instanceof AppError && error.code === 'damaged-document') return;
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
      throw new AppError(
        'file-too-large',
        `has more than ${megabytes} MB once it and the documents in it are decompressed, which is not accepted`,
      );
    }
  }

  #newFile(): string {
    this.#files += 1;
    return join(this.#folder, `self-contained-${this.#files}`);
  }
}

/** No content at all. */
async function* nothing(): AsyncGenerator<Buffer> {
  // Nothing to yield.
}
