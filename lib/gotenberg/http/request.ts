import type { Principal } from '../../auth/authorizer.ts';
import { safeFileName } from '../../base/file-name.ts';
import { traceHeader } from './trace.ts';

/** What a route needs of its request besides the form. */
export interface GotenbergRequest {
  principal: Principal;
  requestId: string;
  baseUrl: string;
  /** Epoch milliseconds. */
  deadline: number;
  /** Size of the largest result that the response may contain, in bytes. */
  inlineBytes: number;
  /** Name of the result without an extension; empty if the client names none. */
  outputName: string;
  trace: string;
  header: (name: string) => string | undefined;
}

type Given = Omit<GotenbergRequest, 'outputName' | 'trace'>;

export const gotenbergRequest = ({
  principal,
  requestId,
  baseUrl,
  deadline,
  inlineBytes,
  header,
}: Given): GotenbergRequest => ({
  principal,
  requestId,
  baseUrl,
  deadline,
  inlineBytes,
  header,
  outputName: safeFileName(decoded(header('gotenberg-output-filename') ?? '')).normalize('NFC'),
  trace: header(traceHeader) ?? requestId,
});

/** Headers arrive as Latin-1, and clients write names in UTF-8. */
function decoded(name: string): string {
  const bytes = Buffer.from(name, 'latin1');
  const text = bytes.toString('utf8');
  return bytes.equals(Buffer.from(text, 'utf8')) ? text : name;
}
