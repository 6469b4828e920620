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
 * Opens the PDFs of a request in order and runs `work` with them, see `withRepair`. One error names all files that
 * cannot be opened. All files share the work budget of the request.
 *
 * @param field named by errors that concern all inputs together
 * @param processorMilliseconds for all documents together
 * @throws AppError `invalid-file-type`, `damaged-document`, `password-required`, `wrong-password` or `file-too-large` when
 *   files cannot be opened, naming each field
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

/** Also opens PDFs without a header: whether such a file is a PDF shows only when it is read. */
function open(content: Uint8Array, password: string | undefined, budget: WorkBudget): PdfSource {
  try {
    return openPdf(content, { password, budget });
  } catch (error) {
    const isNone = error instanceof InputFault && error.code === 'damaged-document' && !isPdf(content);
    throw isNone ? new InputFault('invalid-file-type', 'is not a PDF', { cause: error }) : error;
  }
}
