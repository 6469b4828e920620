import type { UsagePlan } from '../gateway/rest-api.ts';
import type { ApiKeyStore } from './api-key-store.ts';

/** A call of the control plane, taken apart. */
export interface Call {
  /** The variable parts of the path, decoded. */
  path: Record<string, string>;
  query: URLSearchParams;
  /** The parsed JSON body; empty if there is none. */
  body: Record<string, unknown>;
}

/** What the operations work on. */
export interface ControlPlane {
  keys: ApiKeyStore;
  usagePlans: ReadonlyMap<string, UsagePlan>;
  apiId: string;
  stage: string;
  /** The time in milliseconds since 1970. */
  now(): number;
}

export interface Operation {
  method: string;
  /** For instance `/apikeys/{apiKey}`. */
  path: string;
  statusCode: number;
  /** @returns the JSON body of the response; undefined for none. */
  run(call: Call, controlPlane: ControlPlane): unknown;
}

/** A page of a listing: 25 items unless `limit` says otherwise, at most 500. */
export function page<T extends { id: string }>(
  items: T[],
  query: URLSearchParams,
): { items: T[]; position?: string } {
  const limit = Math.min(Math.max(Number(query.get('limit') ?? 25) || 25, 1), 500);
  const after = query.get('position');
  const from = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1;
  const shown = items.slice(from, from + limit);
  const last = shown.at(-1);
  return { items: shown, ...(last && from + limit < items.length && { position: last.id }) };
}
