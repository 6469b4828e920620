import type { WrittenDocument } from '../writer/document-writer.ts';
import type { Declaration } from './metadata/declare-conformance.ts';
import type { Part } from './pages/page-selection.ts';
import { type AssemblyWarning, conformanceWarnings } from './warnings.ts';

/** What makes of a written document one that does not declare what it keeps from its sources. */
export interface Withdrawal {
  /** The index of the chunk that is replaced. */
  chunk: number;
  /** The new bytes, as many as the chunk has. */
  bytes: Uint8Array;
  /** The warnings that replace those about conformance. */
  warnings: AssemblyWarning[];
}

/** @throws Error when the declaration is not a chunk of its own */
export function withdrawalFrom(
  parts: readonly Part[],
  { chunks }: WrittenDocument,
  { xmp, withdrawn }: Declaration,
): Withdrawal {
  const chunk = chunks.findIndex(
    ({ buffer, byteOffset }) => buffer === xmp.buffer && byteOffset === xmp.byteOffset,
  );
  if (chunks[chunk]?.length !== withdrawn.length) throw new Error('The metadata cannot be replaced');
  const outcome = { flavours: [], isInvoice: false, choosesArchival: false };
  const warnings = parts.flatMap(({ source }, part) =>
    conformanceWarnings(source, outcome).map((warning) => ({ ...warning, part })),
  );
  return { chunk, bytes: withdrawn, warnings };
}
