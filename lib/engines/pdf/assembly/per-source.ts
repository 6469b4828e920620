import type { PdfSource } from '../reader/pdf-source.ts';

/** Caches `read` per source: the hundred parts of a split share the result of the first. */
export function perSource<T>(read: (source: PdfSource) => T): (source: PdfSource) => T {
  const known = new WeakMap<PdfSource, { value: T }>();
  return (source) => {
    let entry = known.get(source);
    if (!entry) known.set(source, (entry = { value: read(source) }));
    return entry.value;
  };
}
