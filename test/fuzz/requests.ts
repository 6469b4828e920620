import { contracts } from '#lib/api/contracts.ts';
import { AppError } from '#lib/base/app-error.ts';
import { type FormPart, readMultipart } from '../../lib/http/multipart.ts';
import { problemOf } from '#lib/api/problem.ts';
import { parseForm } from '../../lib/http/parse-form.ts';
import type { InputFile } from '../../lib/files/input-file.ts';
import { checkText } from '#lib/conversions/html/html-file.ts';
import { fuzz, isRejection } from './fuzz-loop.ts';
import { mutated, type Random, withRepetition } from './mutations.ts';

/**
 * Parses randomly mutated bodies by the contracts of all conversions. Each must return a valid input for a handler, or
 * an error that names the invalid field, within milliseconds. See `fuzz` for the options.
 */

const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW';

const forms = contracts.flatMap(({ name, body }) => (body?.kind === 'multipart' ? [{ name, body }] : []));

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

/** The required fields of conversions. */
const required = new Map([
  ['ranges', '1-3'],
  ['format', 'pdf'],
  ['url', 'https://example.com/'],
]);

/** The first bytes of files by endpoint; a PDF for the others. */
const fileStarts = new Map([
  ['html-markdown', '---\ntitle: Page\n---\n# Page'],
  ['html-file', '\ufeff<!-- saved page -->\n<!-- second --> <!doctype html><title>Page</title>'],
]);
const pdfStart = '%PDF-1.7 \u00ff\0';

/** As much of a file as the endpoints look at. In bytes. */
const fileStartBytes = 4096;

type Form = (typeof forms)[number];

/** A form with the required fields of a contract, and one more field. */
function formOf(
  { name: endpoint, body: { files, fields } }: Form,
  extra: readonly [name: string, value: string][],
): Buffer {
  const fileHead = `Content-Type: application/pdf\r\n\r\n${fileStarts.get(endpoint) ?? pdfStart}`;
  const parts = [
    ...Object.entries(files).flatMap(([name, { many }]) =>
      Array.from({ length: many ? 2 : 1 }, () => `${disposition(name, 'a.pdf')}\r\n${fileHead}`),
    ),
    ...[...required]
      .filter(([name]) => name in fields.shape && !extra.some(([given]) => given === name))
      .map(([name, value]) => `${disposition(name)}\r\n\r\n${value}`),
    ...extra.map(([name, value]) => `${disposition(name)}\r\n\r\n${value}`),
  ];
  return Buffer.from(`${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`);
}

const formsOf = (form: Form): Buffer[] => [
  formOf(form, []),
  ...Object.keys(form.body.fields.shape)
    .filter((name) => !required.has(name))
    .flatMap((name) => values.map((value) => formOf(form, [[name, value]]))),
];

/** A form whose framing is in order, with one field that was changed at random. */
function formWithChangedField(random: Random): Buffer {
  const form = random.pick(forms);
  const name = random.pick(Object.keys(form.body.fields.shape));
  const value = Buffer.from(random.pick(values));
  const changed =
    random.below(2) === 0
      ? withRepetition(value, tokens, random)
      : mutated(
          value,
          values.map((other) => Buffer.from(other)),
          tokens,
          random,
        );
  return formOf(form, [[name, changed.toString('utf8')]]);
}

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
  '<!---->',
  '</html>',
  '<?xml version="1.0"?>',
  'http://[::1]/',
];

/** Of a response that reports faults. */
const maxProblemCharacters = 20_000;

const noUploads = { find: () => Promise.resolve(undefined), urlFault: () => undefined };

await fuzz({
  name: 'requests',
  extensions: ['.form'],
  seeds: forms.flatMap(formsOf),
  tokens,
  maxMilliseconds: 2000,
  change: (_bytes, _other, random) => Promise.resolve(formWithChangedField(random)),
  async attempt(bytes) {
    const parts = await readMultipart(`multipart/form-data; boundary=${boundary}`, bytes);
    // By the contract that it fits, if any does.
    const outcomes = await Promise.allSettled(forms.map((form) => parsed(parts, form)));
    const faults = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as Error] : [],
    );
    const longest = faults.find(
      (fault) =>
        fault instanceof AppError &&
        JSON.stringify(problemOf(fault, { requestId: '', baseUrl: '' })).length > maxProblemCharacters,
    );
    if (longest) throw new Error('an error that is too long', { cause: longest });
    const worst = faults.find((fault) => !isRejection(fault)) ?? faults[0];
    if (worst && (faults.length === forms.length || !isRejection(worst))) throw worst;
    return 'parsed';
  },
});

async function parsed(parts: readonly FormPart[], { name: endpoint, body }: Form): Promise<void> {
  const { files, fields } = await parseForm(parts, body, 'key_0', noUploads);
  const unknown = [
    ...Object.keys(files).filter((name) => !(name in body.files)),
    ...Object.keys(fields).filter((name) => !(name in body.fields.shape)),
  ];
  if (unknown.length > 0) throw new Error(`fields of no contract: ${unknown.join(', ')}`);
  if (endpoint === 'html-file') checkText(startOf(files['file'] as InputFile), 'an HTML');
  if (endpoint === 'html-markdown') checkText(startOf(files['file'] as InputFile), 'a Markdown');
}

function startOf({ source }: InputFile): Buffer {
  if (source.kind !== 'inline') throw new Error('an upload that was never posted');
  return Buffer.from(source.bytes.subarray(0, fileStartBytes));
}
