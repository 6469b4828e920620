/** Why a request is refused: an AWS error code, the HTTP status it goes with, and AWS's own wording. */
export interface RefusedSignature {
  ok: false;
  code: string;
  status: number;
  message: string;
}

export function refuse(status: number, code: string, message: string): RefusedSignature {
  return { ok: false, status, code, message };
}
