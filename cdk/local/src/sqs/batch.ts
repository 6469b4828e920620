import {
  batchEntryIdsNotDistinct,
  emptyBatchRequest,
  invalidBatchEntryId,
  SqsError,
  tooManyEntries,
} from './errors.ts';
import { inputList, optionalText, type Input } from './parameters.ts';

export interface BatchEntry {
  id: string;
  input: Input;
}

interface BatchFailure {
  Id: string;
  SenderFault: boolean;
  Code: string;
  Message: string;
}

/** `Entries` of a batch request: one to ten, each with its own id. */
export function batchEntries(input: Input): BatchEntry[] {
  const entries = inputList(input, 'Entries').map((entry) => ({
    id: optionalText(entry, 'Id') ?? '',
    input: entry,
  }));
  if (entries.length === 0) throw emptyBatchRequest();
  if (entries.length > 10) throw tooManyEntries(entries.length);
  const seen = new Set<string>();
  for (const { id } of entries) {
    if (!/^[\w-]{1,80}$/.test(id)) throw invalidBatchEntryId();
    if (seen.has(id)) throw batchEntryIdsNotDistinct(id);
    seen.add(id);
  }
  return entries;
}

/** Treats entries one by one: those that throw an `SqsError` are listed under `Failed`, the batch succeeds. */
export function settleBatch<Result extends object>(
  entries: readonly BatchEntry[],
  treat: (entry: BatchEntry) => Result,
): { Successful: (Result & { Id: string })[]; Failed?: BatchFailure[] } {
  const successful: (Result & { Id: string })[] = [];
  const failed: BatchFailure[] = [];
  for (const entry of entries) {
    try {
      successful.push({ Id: entry.id, ...treat(entry) });
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      failed.push({ Id: entry.id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful: successful, ...(failed.length > 0 && { Failed: failed }) };
}
