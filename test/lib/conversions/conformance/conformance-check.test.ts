import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import type { DeclaredConformance } from '#lib/base/conformance.ts';
import { withConformanceCheck } from '#lib/conversions/conformance/conformance-check.ts';
import type { CheckMessage, FileOutcome } from '#lib/conversions/conformance/message.ts';
import type { PdfRunner } from '#lib/conversions/pdf/pdf-thread.ts';
import type { EditTask, PdfTask } from '#lib/conversions/pdf/task.ts';
import type { Warning } from '#lib/api/responses/warning.ts';
import type { Chunks, ProducedFile, Withdrawal } from '#lib/files/produced-file.ts';

const valid: FileOutcome = { outcome: 'checked', reports: [{ flavour: '2b', valid: true, failures: [] }] };
const failures = [
  { clause: 'ISO 19005-2, 6.2.11.4.1', message: "the font 'Arial' is not embedded", pages: [1, 3] },
];
const invalid: FileOutcome = { outcome: 'checked', reports: [{ flavour: '2b', valid: false, failures }] };

const kept: DeclaredConformance = { flavours: ['2b'] };
const requested: DeclaredConformance = { flavours: ['2b'] };

const dropped = (conformance: string): Warning => ({
  code: 'conformance-dropped',
  message: `file: it declares conformance to ${conformance}; the result does not`,
  conformance,
});
const withdrawal: Withdrawal = {
  chunk: 1,
  bytes: new Uint8Array([1, 2, 3, 4, 5]),
  warnings: [dropped('PDF/X-4'), dropped('PDF/A-2b')],
};

interface Situation {
  task?: Partial<EditTask>;
  /** What results declare. */
  declares?: DeclaredConformance | undefined;
  results?: number;
  size?: number;
  outcome?: FileOutcome | AppError | (() => FileOutcome);
}

/** Runs an edit. Returns its results, the tasks that ran, and what the checker got. */
async function edited({ task, declares, results = 1, size = 5, outcome = valid }: Situation) {
  const tasks: PdfTask[] = [];
  const messages: CheckMessage[] = [];
  const stored: string[] = [];
  const pdf: PdfRunner = {
    run(given) {
      tasks.push(given);
      const file: ProducedFile<Chunks> = {
        fileName: 'a.pdf',
        contentType: 'application/pdf',
        content: { chunks: [new Uint8Array(), new Uint8Array(size)], size },
        warnings: [dropped('PDF/X-4'), { code: 'link-removed', message: 'file: a link is removed' }],
        ...(declares ? { declares } : {}),
        ...(declares === kept ? { withdrawal } : {}),
      };
      return Promise.resolve(Array.from({ length: results }, () => ({ ...file })) as never);
    },
  };
  const checks = {
    checker: {
      check: (message: CheckMessage) => {
        messages.push(message);
        if (outcome instanceof AppError) return Promise.reject(outcome);
        return Promise.resolve(
          message.files.map(() => (typeof outcome === 'function' ? outcome() : outcome)),
        );
      },
    },
    inputs: {
      receive: (_: string, key: string) => {
        stored.push(key);
        return Promise.resolve({ key, eTag: '', size });
      },
      readRequest: () => Promise.resolve({ url: 'https://bucket.example/', headers: {} }),
      delete: ({ key }: { key: string }) => {
        stored.splice(stored.indexOf(key), 1);
        return Promise.resolve();
      },
    },
  };
  const given = {
    kind: 'edit',
    input: { field: 'file', fileName: 'a.pdf', content: new Uint8Array() },
    fileName: '',
    ...task,
  } as EditTask;
  const run = withConformanceCheck(pdf, () => Promise.resolve(checks)).run(given, {
    deadline: Date.now() + 20_000,
  });
  const files = await run.catch((error: unknown) => error as AppError);
  return { files, tasks, messages, stored };
}

describe('results that keep a claim of their inputs', () => {
  it('have it if they are valid', async () => {
    const { files, tasks, messages } = await edited({ declares: kept });
    expect(files).toMatchObject([{ declares: kept }]);
    expect(tasks).toHaveLength(1);
    expect(messages).toMatchObject([{ files: [{ flavours: ['2b'], content: { kind: 'inline' } }] }]);
  });

  it.each<[string, FileOutcome | AppError]>([
    ['are not valid', invalid],
    ['take too long to validate', { outcome: 'too-slow' }],
    ['cannot be validated now', new AppError('unavailable', 'No capacity.')],
  ])('lose it, with a warning, if they %s', async (_, outcome) => {
    const { files, tasks } = await edited({ declares: kept, outcome });
    expect(files).toEqual([
      {
        fileName: 'a.pdf',
        contentType: 'application/pdf',
        content: { chunks: [new Uint8Array(), withdrawal.bytes], size: 5 },
        warnings: [...withdrawal.warnings, { code: 'link-removed', message: 'file: a link is removed' }],
      },
    ]);
    expect(tasks).toHaveLength(1);
  });

  it('keep it beside others that lose it', async () => {
    const outcomes = [valid, invalid, valid];
    const { files } = await edited({ declares: kept, results: 3, outcome: () => outcomes.shift() ?? valid });
    const declared = (files as ProducedFile<Chunks>[]).map(({ declares }) => declares);
    expect(declared).toEqual([kept, undefined, kept]);
  });

  it('are not validated where no input claims anything', async () => {
    const { messages } = await edited({});
    expect(messages).toEqual([]);
  });
});

describe('results that a request asks to conform to PDF/UA', () => {
  const task = { pdfua: true } as const;
  const failing = (message: string, pages: number[]): FileOutcome => ({
    outcome: 'checked',
    reports: [{ flavour: 'ua1', valid: false, failures: [{ clause: 'ISO 14289-1, 7.2', message, pages }] }],
  });

  it('are rejected with the pages of figures without a description', async () => {
    const declares: DeclaredConformance = { flavours: ['ua1'], undescribed: [2, 5] };
    const { files } = await edited({
      task,
      declares,
      outcome: failing('a figure has no alternative text', []),
    });
    const message =
      'ISO 14289-1, 7.2: a figure has no alternative text (pages 2, 5); describe it in the document, or send undescribedFigures=artifact if it is decoration';
    expect(files).toMatchObject({ code: 'not-conformant', errors: [{ message }] });
  });

  it('are rejected with how to state a language', async () => {
    const declares: DeclaredConformance = { flavours: ['ua1'] };
    const { files } = await edited({ task, declares, outcome: failing('text has no language', [1]) });
    const message =
      'ISO 14289-1, 7.2: text has no language (page 1); state it in metadata, such as {"Language":"de"}';
    expect(files).toMatchObject({ code: 'not-conformant', errors: [{ message }] });
  });
});

describe('results that a request asks to conform', () => {
  const task = { pdfa: '2b' } as const;

  it('are returned if they are valid', async () => {
    const { files } = await edited({ task, declares: requested });
    expect(files).toMatchObject([{ declares: requested }]);
  });

  it('are rejected with the clauses if they are not', async () => {
    const { files, tasks } = await edited({ task, declares: requested, outcome: invalid });
    expect(files).toMatchObject({
      code: 'not-conformant',
      errors: [
        {
          field: 'file',
          message: "ISO 19005-2, 6.2.11.4.1: the font 'Arial' is not embedded (pages 1, 3)",
        },
      ],
    });
    expect(tasks).toHaveLength(1);
  });

  it('are rejected if they take too long or too much memory to validate', async () => {
    const { files } = await edited({ task, declares: requested, outcome: { outcome: 'too-slow' } });
    expect(files).toMatchObject({ code: 'file-too-large', errors: [{ field: 'file' }] });
  });

  it('are not made where nothing can validate them', async () => {
    const outcome = new AppError('unavailable', 'No capacity.');
    const { files } = await edited({ task, declares: requested, outcome });
    expect(files).toMatchObject({ code: 'unavailable' });
  });

  it('are checked several at a time', async () => {
    const { messages } = await edited({ task, declares: requested, results: 60 });
    expect(messages.map(({ files }) => files.length)).toEqual([25, 25, 10]);
  });

  it('are stored for as long as it takes if they are large', async () => {
    const { messages, stored } = await edited({ task, declares: requested, size: 4_000_000 });
    expect(messages).toMatchObject([{ files: [{ content: { kind: 'object', size: 4_000_000 } }] }]);
    expect(stored).toEqual([]);
  });
});
