import { AppError } from '../../base/app-error.ts';
import { type ConformanceFlavour, conformanceFlavours } from '../../base/conformance.ts';
import { currentIds, timed } from '../../base/observability/span.ts';
import type { Validation } from '../../api/responses/validation.ts';
import { reportLimits } from '../../engines/conformance/report.ts';
import type { InputFile } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';
import { whileCarried } from '../html/carry-files.ts';
import type { Carried } from '../html/message.ts';
import { inspectPdf } from '../pdf/inspect-pdf.ts';
import type { PdfWork } from '../pdf/read-inputs.ts';
import type { FileOutcome } from './message.ts';
import type { Checker } from './remote-checker.ts';

/** Reserved for the response. In milliseconds. */
const responseMilliseconds = 1_500;

export interface ValidateRequest {
  file: InputFile;
  conformance?: ConformanceFlavour | undefined;
  password?: string | undefined;
}

export interface ValidateWork extends PdfWork {
  checker: Checker;
  inputs: InputStore;
}

/**
 * Validates the PDF of a request.
 *
 * @throws AppError `missing-field` when neither the request nor the PDF names a standard; the errors of `inspectPdf` and
 *   `Checker.check`; `file-too-large` when the PDF takes too much to validate
 */
export async function validatePdf(request: ValidateRequest, work: ValidateWork): Promise<Validation> {
  const { file, conformance, password } = request;
  const owner = currentIds().keyId ?? '';
  // Reading the file gives its bytes away, so that the validator's copy is made before.
  return whileCarried([file], owner, work.inputs, async ([content]) => {
    if (!content) throw new Error('whileCarried did not carry the document');
    const flavours = conformance ? [conformance] : await claimedBy(request, work);
    const [outcome] = await timed('validate', () =>
      work.checker.check(messageOf({ content, flavours, password }, work), work.signal),
    );
    if (!outcome) throw new Error('The checker returned no outcome');
    return validationOf(outcome, flavours, request);
  });
}

function messageOf(
  file: { content: Carried; flavours: ConformanceFlavour[]; password: string | undefined },
  { deadline }: ValidateWork,
) {
  const { requestId = '', keyId, traceId } = currentIds();
  const until = deadline - responseMilliseconds;
  return { version: 1 as const, requestId, keyId, traceId, deadline: until, files: [file] };
}

/** The standards that a PDF claims and that can be validated. */
async function claimedBy(request: ValidateRequest, work: PdfWork): Promise<ConformanceFlavour[]> {
  const { conformance } = await inspectPdf(request, work);
  const flavours = conformance.flatMap((standard) => flavourOf(standard) ?? []);
  if (flavours.length > 0) return flavours;
  throw AppError.inField(
    'missing-field',
    'conformance',
    'is required, because the PDF declares neither PDF/A nor PDF/UA',
  );
}

/** `PDF/A-2b` is `2b`, `PDF/UA-1` is `ua1`. A claim without a level, which parts 1 to 3 require, is taken for level B. */
function flavourOf(standard: string): ConformanceFlavour | undefined {
  const [, kind, name = ''] = /^PDF\/(A|UA)-([0-9][a-z]?)$/.exec(standard) ?? [];
  const flavour = kind === 'UA' ? `ua${name}` : name;
  return conformanceFlavours.find((known) => known === flavour || known === `${flavour}b`);
}

function validationOf(
  outcome: FileOutcome,
  flavours: readonly ConformanceFlavour[],
  { file: { field }, password }: ValidateRequest,
): Validation {
  switch (outcome.outcome) {
    case 'checked':
      return {
        conformance: flavours.join(),
        valid: outcome.reports.every(({ valid }) => valid),
        failures: outcome.reports.flatMap(({ failures }) => failures).slice(0, reportLimits.failures),
      };
    case 'encrypted':
      throw password === undefined
        ? AppError.inField('password-required', field, 'is encrypted and needs its password')
        : AppError.inField('wrong-password', field, 'cannot be opened with this password');
    case 'unreadable':
      throw AppError.inField('damaged-document', field, 'is too damaged to be validated');
    case 'too-slow':
      throw AppError.inField('file-too-large', field, 'exceeds the time limit for validation');
    case 'too-complex':
      throw AppError.inField('file-too-large', field, 'exceeds the memory limit for validation');
    case 'gone':
      throw AppError.inField('gone', field, 'was deleted before it was read');
    case 'replaced':
      throw AppError.inField('invalid-field', field, 'was replaced before it was read');
  }
}
