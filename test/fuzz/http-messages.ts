import type { Contract } from '#lib/api/contract.ts';
import { makeDocx, makePptx, makeXlsx } from '../support/office.ts';
import { everythingPdf } from '../support/everything-pdf.ts';
import { mutated, type Random, withRepetition } from './mutations.ts';

/** A request as its parts are written. */
export interface Message {
  /** `POST /api/pdf/merge HTTP/1.1` */
  line: string;
  /** Each with its name; the length of the body is added when it is sent. */
  headers: string[];
  body: Buffer;
}

const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW';

type Field = readonly [name: string, value: Buffer | string];

const formBody = (fields: readonly Field[]): Buffer =>
  Buffer.concat([
    ...fields.map(([name, value]) => {
      const file =
        typeof value === 'string' ? '' : '; filename="input.bin"\r\nContent-Type: application/octet-stream';
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
      return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]);
    }),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

/** Ids of existing resources. */
export interface Known {
  file: string;
  job: string | undefined;
}

/** A request that each endpoint takes. */
export async function validMessages(
  contracts: readonly Contract[],
  host: string,
  key: string,
  known: Known,
): Promise<Message[]> {
  const pdf = await everythingPdf(2);
  const fields: Record<string, readonly Field[]> = {
    'merge-pdf': [
      ['files', pdf],
      ['files', pdf],
      ['outline', 'keep'],
    ],
    'split-pdf': [
      ['file', pdf],
      ['ranges', '1,2-'],
    ],
    'edit-pdf': [
      ['file', pdf],
      ['pages', '2,1'],
      ['pdfa', '2b'],
      ['pdfua', 'false'],
    ],
    'inspect-pdf': [['file', pdf]],
    'validate-pdf': [
      ['file', pdf],
      ['conformance', '2b'],
    ],
    'pdf-text': [
      ['file', pdf],
      ['format', 'json'],
    ],
    'pdf-images': [
      ['file', pdf],
      ['dpi', '36'],
      ['pages', '1'],
    ],
    thumbnail: [
      ['file', pdf],
      ['width', '100'],
    ],
    'html-file': [
      ['file', Buffer.from('<title>Page</title><p>Text')],
      ['format', 'pdf'],
      ['scale', '0.8'],
    ],
    'html-markdown': [
      ['file', Buffer.from('# Page\n\nText')],
      ['format', 'pdf'],
    ],
    'html-url': [
      ['url', 'http://example.invalid/'],
      ['format', 'png'],
    ],
    'convert-docx': [
      ['file', makeDocx()],
      ['quality', '80'],
    ],
    'convert-xlsx': [
      ['file', makeXlsx()],
      ['landscape', 'true'],
    ],
    'convert-pptx': [
      ['file', makePptx()],
      ['pageRanges', '1-'],
    ],
    'convert-office': [
      ['file', Buffer.from('a;b\nc;d\n')],
      ['format', 'ods'],
    ],
    'to-pdf': [
      ['files', Buffer.from('a;b\nc;d\n')],
      ['files', Buffer.from('<!doctype html>A')],
      ['separator', ';'],
      ['passwords', '[null,null]'],
    ],
  };
  return contracts.map(({ name, method, path, access, body }) => {
    const id = path.startsWith('/api/jobs') ? (known.job ?? 'job_0') : known.file;
    const query = name === 'list-jobs' ? '?limit=2' : name === 'get-job' ? '?wait=0' : '';
    const headers = [`Host: ${host}`, 'Connection: close', 'Accept: */*'];
    if (access === 'key') headers.push(`Authorization: Bearer ${key}`);
    let content: Buffer = Buffer.alloc(0);
    if (body?.kind === 'multipart') {
      const form = fields[name];
      if (!form) throw new Error(`no request for ${name}`);
      content = formBody(form);
      headers.push(`Content-Type: multipart/form-data; boundary=${boundary}`);
    } else if (body) {
      content = Buffer.from('{"fileName":"report.pdf","contentType":"application/pdf"}');
      headers.push('Content-Type: application/json');
    }
    return { line: `${method} ${path.replace('{id}', id)}${query} HTTP/1.1`, headers, body: content };
  });
}

const bodyTokens = [
  '\r\n',
  `--${boundary}`,
  `--${boundary}--`,
  '"',
  '\0',
  'name="__proto__"',
  'name="files"',
  'filename="../x"',
  'Content-Transfer-Encoding: base64',
  '{',
  '[[[[',
  'null',
  '1e999',
  '\ufeff',
  '%PDF-',
  'PK\x03\x04',
  '<script>',
];

const addedHeaders = [
  'Content-Type: text/plain',
  'Content-Type: multipart/form-data',
  'Content-Type: multipart/form-data; boundary=""',
  'Content-Type: application/json; charset=utf-16',
  `Content-Type: multipart/form-data; boundary=${'b'.repeat(500)}`,
  'Accept: application/pdf',
  'Accept: image/png;q=x, */*;q=0',
  `Accept: ${'a/b,'.repeat(900)}`,
  'Idempotency-Key: same',
  `Idempotency-Key: ${'k'.repeat(300)}`,
  'Idempotency-Key: \u00ff',
  'Expect: 100-continue',
  'Transfer-Encoding: chunked',
  'Content-Encoding: gzip',
  'Content-Length: 3',
  'Authorization: Bearer x',
  'Range: bytes=0-1',
  'If-None-Match: *',
  'Prefer: wait=99',
  'X-Forwarded-Proto: gopher',
  'X-Forwarded-For: 1.1.1.1, ::1',
  'Origin: null',
  'Host: evil.example',
  'Connection: upgrade',
  'Upgrade: websocket',
  'X-Amzn-Trace-Id: Root=x',
  ' folded: line',
  'no colon',
  ': no name',
  `X-Long: ${'x'.repeat(7000)}`,
  'Cookie: a=b',
];

const paths = [
  '/',
  '/api',
  '/api/',
  '//api/health',
  '/api/health/..%2f',
  '/api/jobs/%00',
  '/api/files/%ff%fe',
  '/api/jobs/..',
  '/*',
  '/api/files/{id}',
  '/docs/',
  '/docs/x.js',
  '/openapi.json?x=1',
  `/api/jobs/${'j'.repeat(4000)}`,
  'http://a/api/health',
];

const queries = [
  '?',
  '?wait=99999',
  '?limit=-1',
  '?limit=1&limit=2',
  '?cursor=%7B%7D',
  `?cursor=${Buffer.from('{"a":1}').toString('base64url')}`,
  '?status=x',
  '?__proto__=1',
  '?%',
  '?a[]=1&a[b]=2',
  `?${'q=1&'.repeat(900)}`,
  '?=',
  '?wait=0;limit=1',
  '?wait=1e1',
];

const lineTokens = ['\t', '"', ';', ',', '\u00ff', '=', 'q=0', 'wait=1', '%2f', '../', '&a=', 'a/b,'];

/** Approximate limits of API Gateway for a request line, and for all headers, in bytes. */
const maxLineRepetition = 8_000;

/** A repetition in a text that is one line. */
const repeatedInLine = (text: string, random: Random): string =>
  withRepetition(Buffer.from(text, 'latin1'), lineTokens, random, maxLineRepetition)
    .toString('latin1')
    .replaceAll(/[\r\n]/g, ' ');

type Change = (message: Message, random: Random, others: readonly Message[]) => void;

/** Mutates mostly the body, where most faults are possible. */
const changes: readonly Change[] = [
  ...Array<Change>(5).fill((message, random, others) => {
    message.body = mutated(
      message.body,
      others.map(({ body }) => body),
      bodyTokens,
      random,
    );
  }),
  (message, random) =>
    message.headers.splice(random.below(message.headers.length + 1), 0, random.pick(addedHeaders)),
  (message, random) => message.headers.splice(random.below(message.headers.length), 1),
  (message, random) => {
    const at = random.below(message.headers.length);
    const header = Buffer.from(message.headers[at] ?? '', 'latin1');
    message.headers[at] = mutated(header, [header], lineTokens, random).toString('latin1');
  },
  (message, random) => (message.line = message.line.replace(/\S*(?= HTTP)/, random.pick(paths))),
  (message, random) => (message.line = message.line.replace(/(?:\?\S*)?(?= HTTP)/, random.pick(queries))),
  (message, random) => {
    const at = random.below(message.headers.length);
    message.headers[at] = repeatedInLine(message.headers[at] ?? '', random);
  },
  (message, random) => message.headers.push(repeatedInLine(random.pick(addedHeaders), random)),
  (message, random) => {
    // Encoded, so that it arrives unchanged.
    const repeated = encodeURI(repeatedInLine('?', random).replaceAll(' ', '+'));
    message.line = message.line.replace(
      /(?= HTTP)/,
      message.line.includes('?') ? repeated.slice(1) : repeated,
    );
  },
  (message, random) => {
    const method = random.pick([
      'GET',
      'POST',
      'DELETE',
      'PUT',
      'HEAD',
      'OPTIONS',
      'PATCH',
      'TRACE',
      'get',
      'BREW',
    ]);
    message.line = message.line.replace(/^\w+/, method);
  },
  (message, random, others) => (message.body = random.pick(others).body),
];

/** One of `messages` with one to three changes. */
export function changedMessage(messages: readonly Message[], random: Random): Message {
  const { line, headers, body } = random.pick(messages);
  const message = { line, headers: [...headers], body };
  for (let count = 1 + random.below(3); count > 0; count -= 1)
    random.pick(changes)(message, random, messages);
  return message;
}

/** As it goes over the wire. */
export function bytesOfMessage({ line, headers, body }: Message): Buffer {
  const length = body.length > 0 ? [`Content-Length: ${body.length}`] : [];
  return Buffer.concat([Buffer.from([line, ...headers, ...length, '', ''].join('\r\n'), 'latin1'), body]);
}
