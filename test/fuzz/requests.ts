import { contracts } from '../../functions/contracts.ts';
import { AppError } from '../../lib/app-error.ts';
import type { MultipartBody } from '../../lib/http/contract.ts';
import { type FormPart, readMultipart } from '../../lib/http/multipart.ts';
import { parseForm } from '../../lib/http/parse-form.ts';
import { fuzz } from './fuzz-loop.ts';

/**
 * Parses bodies that were changed at random, by the contracts of all conversions: each has to give what a handler can
 * work with, or an error that says which field is wrong. See `fuzz` for the options.
 */

const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW';

const bodies = contracts.flatMap(({ body }): MultipartBody[] => (body?.kind === 'multipart' ? [body] : []));

/** A value of a field: of those that some field takes, so that others get them too. */
const values = [
  '1-3,5,-2',
  '["1-3", null]',
  '[null, "secret"]',
  'keep',
  '{"title":"A title","Department":"Sales"}',
  'pdf',
  'png',
  'A4',
  '21cm',
  'true',
  '1.5',
  '90',
  '2b',
  '[{"name":"session","value":"1","domain":"example.com"}]',
  '{"x-trace":"1"}',
  'https://example.com/a?b=c#d',
  'report ü.pdf',
  'upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
];

const disposition = (name: string, fileName?: string): string =>
  `Content-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`;

/** What conversions cannot do without. */
const required = new Map([
  ['ranges', '1-3'],
  ['format', 'pdf'],
  ['url', 'https://example.com/'],
]);

const fileHead = 'Content-Type: application/pdf\r\n\r\n%PDF-1.7 \u00ff\0';

/** A form with what a contract needs, and one field more. */
function formOf({ files, fields }: MultipartBody, extra: readonly [name: string, value: string][]): Buffer {
  const parts = [
    ...Object.entries(files).flatMap(([name, { many }]) =>
      Array.from({ length: many ? 2 : 1 }, () => `${disposition(name, 'a.pdf')}\r\n${fileHead}`),
    ),
    ...[...required]
      .filter(([name]) => name in fields.shape)
      .map(([name, value]) => `${disposition(name)}\r\n\r\n${value}`),
    ...extra.map(([name, value]) => `${disposition(name)}\r\n\r\n${value}`),
  ];
  return Buffer.from(`${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`);
}

const formsOf = (body: MultipartBody): Buffer[] => [
  formOf(body, []),
  ...Object.keys(body.fields.shape)
    .filter((name) => !required.has(name))
    .flatMap((name) => values.map((value) => formOf(body, [[name, value]]))),
];

const tokens = [
  '\r\n',
  '\r\n\r\n',
  `--${boundary}`,
  `\r\n--${boundary}\r\n`,
  `--${boundary}--`,
  '"',
  ';',
  '\\',
  "filename*=UTF-8''%e2%82%ac",
  'filename="../../etc/passwd"',
  'name="__proto__"',
  'name="constructor"',
  'name="files"',
  'Content-Transfer-Encoding: base64',
  'Content-Type: text/html',
  '\0',
  '\ufeff',
  '[[[[',
  '{"a":',
  'null',
  'NaN',
  '-0',
  '1e999',
  '99999999999999999999',
  '1-',
  ',,',
  '%',
  'javascript:',
  'http://[::1]/',
];

const noUploads = { find: () => Promise.resolve(undefined) };

await fuzz({
  name: 'requests',
  extensions: ['.form'],
  seeds: bodies.flatMap(formsOf),
  tokens,
  async attempt(bytes) {
    const parts = await readMultipart(`multipart/form-data; boundary=${boundary}`, bytes);
    // By the contract that it fits, if any does.
    const outcomes = await Promise.allSettled(bodies.map((body) => parsed(parts, body)));
    const faults = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as Error] : [],
    );
    const worst = faults.find((fault) => !(fault instanceof AppError)) ?? faults[0];
    if (worst && (faults.length === bodies.length || !(worst instanceof AppError))) throw worst;
    return 'parsed';
  },
});

async function parsed(parts: readonly FormPart[], body: MultipartBody): Promise<void> {
  const { files, fields } = await parseForm(parts, body, 'key_0', noUploads);
  const unknown = [
    ...Object.keys(files).filter((name) => !(name in body.files)),
    ...Object.keys(fields).filter((name) => !(name in body.fields.shape)),
  ];
  if (unknown.length > 0) throw new Error(`fields of no contract: ${unknown.join(', ')}`);
}
