import { combineFaults, type FieldFault } from '../../base/app-error.ts';
import { InputFault } from '../../base/input-fault.ts';
import { limits } from '../../base/limits.ts';
import { timedSync } from '../../base/observability/span.ts';
import { isPdf } from '../../engines/pdf/is-pdf.ts';
import { openPdf } from '../../engines/pdf/reader/open-pdf.ts';
import type { PdfSource } from '../../engines/pdf/reader/pdf-source.ts';
import { withRepair } from '../../engines/pdf/reader/with-repair.ts';
import { defaultPdfLimits, timeLimit, WorkBudget } from '../../engines/pdf/work-budget.ts';
import type { PdfInput } from './task.ts';

/**
 * Opens the PDFs of a request in order and does `work` over them, see `withRepair`. All that cannot be opened are named
 * in one error. Together they may take as much work as one request is allowed.
 *
 * @param field at fault where inputs are at fault together
 * @param processorMilliseconds that all of it may use
 * @throws AppError naming each field whose file is no PDF, damaged or encrypted, or too much
 */
export function withDocuments<T>(
  inputs: readonly PdfInput[],
  { field, processorMilliseconds }: { field: string; processorMilliseconds: number | undefined },
  work: (sources: readonly PdfSource[]) => T,
): T {
  const sources = timedSync('open', () => openDocuments(inputs, processorMilliseconds));
  try {
    return timedSync('assemble', () =>
      withRepair(sources, work, (index, fault) => fault.inField(inputs[index]?.field ?? field)),
    );
  } catch (error) {
    throw error instanceof InputFault ? error.inField(field) : error;
  }
}

function openDocuments(
  inputs: readonly PdfInput[],
  processorMilliseconds: number = limits.pdfMilliseconds,
): PdfSource[] {
  const budget = new WorkBudget(defaultPdfLimits, timeLimit(processorMilliseconds));
  const sources: PdfSource[] = [];
  const faults: FieldFault[] = [];
  for (const { field, content, password } of inputs) {
    try {
      sources.push(open(content, password, budget));
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      faults.push(error.asFieldFault(field));
    }
  }
  if (faults.length > 0) throw combineFaults(faults);
  return sources;
}

/** A PDF that has lost its beginning can be opened all the same; anything else then turns out to be none. */
function open(content: Uint8Array, password: string | undefined, budget: WorkBudget): PdfSource {
  try {
    return openPdf(content, { password, budget });
  } catch (error) {
    const isNone = error instanceof InputFault && error.code === 'damaged-document' && !isPdf(content);
    throw isNone ? new InputFault('invalid-file-type', 'is not a PDF', { cause: error }) : error;
  }
}
