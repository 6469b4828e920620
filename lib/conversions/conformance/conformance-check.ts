import { AppError, type FieldError } from '../../base/app-error.ts';
import type { DeclaredConformance } from '../../base/conformance.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import type { ConformanceFailure } from '../../engines/conformance/report.ts';
import type { PdfDeadline, PdfRunner } from '../pdf/pdf-thread.ts';
import { isMaking, type PdfMaking, type PdfResult, type PdfTask } from '../pdf/task.ts';
import { checkProduced, type CheckWork } from './check-produced.ts';
import type { FileOutcome } from './message.ts';
import { figureMessage, remedyFor } from './remedies.ts';

/** Opens what checks work with. Called for the first file that declares conformance. */
export type OpenChecks = () => Promise<CheckWork>;

/** Reserved for storing the results. In milliseconds. */
const storeMilliseconds = 2_000;

type PdfFile = ProducedFile<Chunks> & { declares: DeclaredConformance };

/**
 * Runs tasks on PDFs so that no result declares conformance that it does not have. If a result does not have the requested
 * conformance, that is an error. A declaration that comes from the inputs is removed if it is not true of the result.
 */
export const withConformanceCheck = (pdf: PdfRunner, openChecks: OpenChecks): PdfRunner => ({
  async run<Task extends PdfTask>(task: Task, end: PdfDeadline): Promise<PdfResult<Task>> {
    if (!isMaking(task)) return pdf.run(task, end);
    const result = await runMaking(task, pdf, openChecks, end);
    return result as PdfResult<Task>;
  },
});

async function runMaking(
  task: PdfMaking,
  pdf: PdfRunner,
  openChecks: OpenChecks,
  end: PdfDeadline,
): Promise<PdfResult<PdfMaking>> {
  if (task.pdfa !== undefined || task.pdfua) {
    // Without a validator, the request fails before the work.
    const work = await openChecks();
    const files = await pdf.run(task, end);
    await requireConformance(files.filter(declares), work, fieldOf(task), end);
    return files;
  }
  const files = await pdf.run(task, end);
  const declaring = files.filter(declares);
  if (declaring.length === 0) return files;
  const outcomes = await outcomesOf(declaring, openChecks, end);
  const invalid = new Set(declaring.filter((_, index) => !isValid(outcomes[index])));
  return files.map((file) => (declares(file) && invalid.has(file) ? withdrawn(file) : file));
}

const declares = (file: ProducedFile<Chunks>): file is PdfFile => file.declares !== undefined;

const fieldOf = (task: PdfMaking): string => (task.kind === 'merge' ? 'files' : task.input.field);

const check = (files: readonly PdfFile[], work: CheckWork, { deadline, signal }: PdfDeadline) =>
  checkProduced(
    files.map(({ content, declares: { flavours } }) => ({ content, flavours })),
    work,
    { deadline: deadline - storeMilliseconds, signal },
  );

/** The outcomes of the files; empty if they cannot be validated now. */
async function outcomesOf(
  files: readonly PdfFile[],
  openChecks: OpenChecks,
  end: PdfDeadline,
): Promise<FileOutcome[]> {
  try {
    return await check(files, await openChecks(), end);
  } catch (error) {
    end.signal?.throwIfAborted();
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** What cannot be found out counts as not valid. */
const isValid = (outcome: FileOutcome | undefined): boolean =>
  outcome?.outcome === 'checked' && outcome.reports.every(({ valid }) => valid);

/** The file as one that does not declare what it keeps from its inputs. */
function withdrawn({ declares: _, withdrawal, ...file }: PdfFile): ProducedFile<Chunks> {
  if (!withdrawal) throw new Error('The declaration of the result cannot be withdrawn');
  const { chunks, size } = file.content;
  return {
    ...file,
    content: { chunks: chunks.with(withdrawal.chunk, withdrawal.bytes), size },
    warnings: [...withdrawal.warnings, ...file.warnings.filter(({ code }) => code !== 'conformance-dropped')],
  };
}

/** @throws AppError `not-conformant` naming the clauses; `file-too-large` when a file takes too much to validate */
async function requireConformance(
  files: readonly PdfFile[],
  work: CheckWork,
  field: string,
  end: PdfDeadline,
): Promise<void> {
  const outcomes = await check(files, work, end);
  const errors = outcomes.flatMap((outcome, index): FieldError[] => {
    const { fileName = '', declares } = files[index] ?? {};
    const name = files.length > 1 ? `${fileName}: ` : '';
    return failuresOf(outcome, field)
      .map((failure) => placed(failure, declares))
      .map((failure) => ({ field, message: name + describe(failure) }));
  });
  if (errors.length > 0) throw AppError.inFields('not-conformant', errors);
}

function failuresOf(outcome: FileOutcome, field: string): ConformanceFailure[] {
  if (outcome.outcome === 'checked') {
    return outcome.reports.filter(({ valid }) => !valid).flatMap(({ failures }) => failures);
  }
  if (outcome.outcome === 'too-slow' || outcome.outcome === 'too-complex') {
    const what = outcome.outcome === 'too-slow' ? 'time' : 'memory';
    throw AppError.inField('file-too-large', field, `exceeds the ${what} limit for validation`);
  }
  if (outcome.outcome === 'unreadable') {
    throw AppError.inField('damaged-document', field, 'is too damaged to be validated');
  }
  throw new Error(`The result cannot be validated: ${outcome.outcome}`);
}

/** A failure with the pages that are known of a result. */
const placed = (
  failure: ConformanceFailure,
  declares: DeclaredConformance | undefined,
): ConformanceFailure =>
  failure.message === figureMessage && failure.pages.length === 0
    ? { ...failure, pages: [...(declares?.undescribed ?? [])] }
    : failure;

/** `ISO 19005-2, 6.2.11.4.1: the font 'Arial' is not embedded (pages 1, 3)`, and what the request can do about it. */
function describe({ clause, message, pages }: ConformanceFailure): string {
  const remedy = remedyFor(message);
  return `${clause}: ${message}${placesOf(pages)}${remedy === undefined ? '' : `; ${remedy}`}`;
}

/** Pages that one failure lists. */
const listedPages = 10;

const placesOf = (pages: readonly number[]): string => {
  if (pages.length === 0) return '';
  const listed = pages.slice(0, listedPages).join(', ') + (pages.length > listedPages ? ', …' : '');
  return ` (${pages.length === 1 ? 'page' : 'pages'} ${listed})`;
};
