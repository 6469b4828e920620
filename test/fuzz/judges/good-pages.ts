import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openJudges } from './open-judges.ts';
import type { Judgement, PageJudge } from './page-judge.ts';

/**
 * A good document that is merged with damaged ones. Despite the damage, every reader must find all pages of the
 * result, and on those of this document what it finds on them in the document itself.
 */
export class GoodPages {
  readonly #pages: number;
  readonly #judges: readonly PageJudge[];
  readonly #expected = new Map<PageJudge, readonly string[]>();
  readonly #folder = mkdtempSync(join(tmpdir(), 'pdf-judged-'));
  readonly #close: () => void;

  private constructor(pages: number, { judges, close }: Awaited<ReturnType<typeof openJudges>>) {
    this.#pages = pages;
    this.#judges = judges;
    this.#close = close;
  }

  /** @throws Error when a reader is missing */
  static async of(pdf: Buffer, pages: number): Promise<GoodPages> {
    const good = new GoodPages(pages, await openJudges());
    for (const judge of good.#judges) {
      const judgement = await good.#judge(judge, pdf, 1);
      if ('error' in judgement) throw new Error(`${judge.name}: ${judgement.error}`);
      good.#expected.set(judge, judgement.texts);
    }
    return good;
  }

  /**
   * Has the readers look at a result.
   *
   * @param pages that it has
   * @param first the good document's first page in it, counted from 1
   * @throws Error when a reader misses something
   */
  async check(result: Buffer, pages: number, first: number): Promise<void> {
    for (const judge of this.#judges) {
      const judgement = await this.#judge(judge, result, first);
      if ('error' in judgement) throw new Error(`${judge.name}: ${judgement.error}`);
      if (judgement.pages !== pages) throw new Error(`${judge.name}: ${judgement.pages} pages of ${pages}`);
      if (!isDeepStrictEqual(judgement.texts, this.#expected.get(judge)))
        throw new Error(
          `${judge.name}: a page of the good document reads ${JSON.stringify(judgement.texts)}`,
        );
    }
  }

  close(): void {
    this.#close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #judge(judge: PageJudge, pdf: Buffer, first: number): Promise<Judgement> {
    const path = join(this.#folder, 'judged.pdf');
    writeFileSync(path, pdf);
    return judge.judge({ path, first, last: first + this.#pages - 1 });
  }
}
