/** Why a request is rejected: an AWS error code, the HTTP status it goes with, and AWS's own wording. */
export interface RejectedSignature {
  ok: false;
  code: string;
  status: number;
  message: string;
}

export function rejected(status: number, code: string, message: string): RejectedSignature {
  return { ok: false, status, code, message };
}
