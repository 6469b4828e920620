import type { ErrorCode } from '../base/app-error.ts';

/** Statuses of Gotenberg's errors that differ from those of the service. */
export const gotenbergStatuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  'unsupported-content-type': 415,
  'url-not-allowed': 403,
  'render-failed': 409,
};
