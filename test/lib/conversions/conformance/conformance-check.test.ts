import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import type { DeclaredConformance } from '#lib/base/conformance.ts';
import { withConformanceCheck } from '#lib/conversions/conformance/conformance-check.ts';
import type { CheckMessage, FileOutcome } from '#lib/conversions/conformance/message.ts';
import type { PdfRunner } from '#lib/conversions/pdf/pdf-thread.ts';
import type { EditTask, PdfTask } from '#lib/conversions/pdf/task.ts';
import type { Chunks, ProducedFile } from '#lib/files/produced-file.ts';

const valid: FileOutcome = { outcome: 'checked', reports: [{ flavour: '2b', valid: true, failures: [] }] };
const failures = [
  { clause: 'ISO 19005-2, 6.2.11.4.1', message: "the font 'Arial' is not embedded", pages: [1, 3] },
];
const invalid: FileOutcome = { outcome: 'checked', reports: [{ flavour: '2b', valid: false, failures }] };

const claim = 'a PDF with pdfaid:part';
const kept: DeclaredConformance = { flavours: ['2b'], isRequested: false };
const requested: DeclaredConformance = { flavours: ['2b'], isRequested: true };

interface Situation {
  content?: string;
  task?: Partial<EditTask>;
  /** What results declare unless the task drops it. */
  declares?: DeclaredConformance | undefined;
  results?: number;
  size?: number;
  outcome?: FileOutcome | AppError;
}

/** Runs an edit. Returns its results, the tasks that ran, and what the checker got. */
async function edited({
  content = claim,
  task,
  declares,
  results = 1,
  size = 5,
  outcome = valid,
}: Situation) {
  const tasks: PdfTask[] = [];
  const contents: string[] = [];
  const messages: CheckMessage[] = [];
  const stored: string[] = [];
  const pdf: PdfRunner = {
    run(given) {
      tasks.push(given);
      const { input, dropsConformance } = given as EditTask;
      contents.push(Buffer.from(input.content).toString());
      // The thread takes the bytes.
      structuredClone(input.content.buffer, { transfer: [input.content.buffer as ArrayBuffer] });
      const file: ProducedFile<Chunks> = {
        fileName: 'a.pdf',
        contentType: 'application/pdf',
        content: { chunks: [new Uint8Array(size)], size },
        warnings: [],
        ...(declares && !dropsConformance ? { declares } : {}),
      };
      return Promise.resolve(Array.from({ length: results }, () => file) as never);
    },
  };
  const checks = {
    checker: {
      check: (message: CheckMessage) => {
        messages.push(message);
        if (outcome instanceof AppError) return Promise.reject(outcome);
        return Promise.resolve(message.files.map(() => outcome));
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
    input: { field: 'file', fileName: 'a.pdf', content: new Uint8Array(Buffer.from(content)) },
    fileName: '',
    ...task,
  } as EditTask;
  const run = withConformanceCheck(pdf, () => Promise.resolve(checks)).run(given, {
    deadline: Date.now() + 20_000,
  });
  const files = await run.catch((error: unknown) => error as AppError);
  return { files, tasks, contents, messages, stored };
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
  ])('lose it if they %s: the task runs again with the same inputs', async (_, outcome) => {
    const { files, tasks, contents } = await edited({ declares: kept, outcome });
    expect(files).toMatchObject([{ fileName: 'a.pdf' }]);
    expect(files).not.toMatchObject([{ declares: kept }]);
    expect(tasks).toMatchObject([{}, { dropsConformance: true }]);
    expect(contents).toEqual([claim, claim]);
  });

  it('cannot exist where no input claims anything', async () => {
    const { tasks, messages } = await edited({ content: 'a PDF', declares: kept });
    expect(tasks).toMatchObject([{ dropsConformance: true }]);
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
    const declares: DeclaredConformance = { flavours: ['ua1'], isRequested: true, undescribed: [2, 5] };
    const { files } = await edited({
      task,
      declares,
      outcome: failing('a figure has no alternate text', []),
    });
    const message =
      'ISO 14289-1, 7.2: a figure has no alternate text (pages 2, 5); describe it in the document, or send undescribedFigures=artifact if it is decoration';
    expect(files).toMatchObject({ code: 'not-conformant', errors: [{ message }] });
  });

  it('are rejected with how to state a language', async () => {
    const declares: DeclaredConformance = { flavours: ['ua1'], isRequested: true };
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
