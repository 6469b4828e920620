import { type EditCheck, editChecks } from './edits/checks.ts';
import type { Reader } from './edits/readers.ts';
import { Subject } from './edits/subject.ts';
import { type PdfService, Rejection } from './pdf-service.ts';
import { classify, type FileClass } from './pdf-tools.ts';

/** The outcome of the checks of edits for one PDF. */
export interface EditsFinding {
  kind: FileClass;
  /** Whether qpdf can rewrite it. */
  isUsable: boolean;
  /** The reason, if the document itself is rejected. */
  rejected?: string;
  /** What does not hold, each beginning with the name of its check. */
  faults: string[];
}

/** Runs all checks of edits on a PDF. */
export async function checkEdits(
  path: string,
  tools: { service: PdfService; readers: readonly Reader[] },
): Promise<EditsFinding> {
  const finding: EditsFinding = { ...classify(path), faults: [] };
  let subject: Subject;
  try {
    subject = await Subject.open(path, tools);
  } catch (error) {
    if (error instanceof Rejection) return { ...finding, rejected: error.message };
    return { ...finding, faults: [String(error)] };
  }
  try {
    for (const check of editChecks) finding.faults.push(...(await faultsOf(check, subject)));
  } finally {
    subject.close();
  }
  return finding;
}

async function faultsOf({ name, run }: EditCheck, subject: Subject): Promise<string[]> {
  const faults = await run(subject).catch((error: unknown) => [String(error)]);
  return faults.map((fault) => `${name}: ${fault}`);
}
