import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlCommand, shellQuoted } from '../../../functions/docs/console/curl-command.ts';

const baseUrl = 'https://api.example/prod';
const pdf = (name: string, size = 1000) => ({ field: 'file', name, type: 'application/pdf', size });

/** The arguments that a shell gives curl. */
async function argumentsOf(command: string): Promise<string[]> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: { KEY: 'fcs_key' } });
  return stdout.split('\0').slice(0, -1);
}

describe('the command', () => {
  it('is one call that returns the file', async () => {
    const files = [pdf('a.pdf'), pdf('b c.pdf')].map((file) => ({ ...file, field: 'files' }));
    const command = curlCommand({ baseUrl, endpoint: 'merge-pdf', files, fields: { outline: 'files' } });
    expect(await argumentsOf(command)).toEqual([
      ...['-L', '-H', 'Accept: application/pdf', '-o', 'merged.pdf', '-H', 'Authorization: Bearer fcs_key'],
      ...['-F', 'files=@a.pdf', '-F', 'files=@"b c.pdf"', '-F', 'outline=files'],
      'https://api.example/prod/api/pdf/merge',
    ]);
  });

  it('sends ids and URLs as texts, which count nothing towards the size of the request', async () => {
    const files = [
      { field: 'files', name: 'a.pdf', text: 'https://example.com/a.pdf?x=1;2' },
      { ...pdf('b.pdf', 4_000_000), field: 'files' },
    ];
    const command = curlCommand({ baseUrl, endpoint: 'merge-pdf', files, fields: {} });
    expect((await argumentsOf(command)).slice(7, -1)).toEqual([
      ...['--form-string', 'files=https://example.com/a.pdf?x=1;2', '-F', 'files=@b.pdf'],
    ]);
  });

  it.each([
    ['it\'s "one", two;three\\four.pdf', String.raw`file=@"it's \"one\", two;three\\four.pdf"`],
    ['$HOME `id` !.pdf', 'file=@"$HOME `id` !.pdf"'],
    ['-rf.pdf', 'file=@-rf.pdf'],
  ])('names the file %s as curl reads it', async (name, expected) => {
    const command = curlCommand({ baseUrl, endpoint: 'split-pdf', files: [pdf(name)], fields: {} });
    expect(await argumentsOf(command)).toContain(expected);
  });

  it.each(['@/etc/passwd', '<p>', 'a;type=text/html', '"quoted"', ' blank'])(
    'sends the text %s as it is',
    async (value) => {
      const command = curlCommand({ baseUrl, endpoint: 'html-url', files: [], fields: { selector: value } });
      const given = await argumentsOf(command);
      const at = given.indexOf(`selector=${value}`);
      expect(given[at - 1]).toBe(/^[@<"]|;/.test(value) ? '--form-string' : '-F');
    },
  );

  it('asks for the type of the format', () => {
    const command = curlCommand({ baseUrl, endpoint: 'html-file', files: [], fields: { format: 'webp' } });
    expect(command).toContain("-H 'Accept: image/webp' -o page.webp");
  });

  it('of an office document submits, waits and downloads', () => {
    const command = curlCommand({
      baseUrl,
      endpoint: 'convert-docx',
      files: [pdf('my letter.docx')],
      fields: {},
    });
    expect(command.split('\n\n')).toEqual([
      expect.stringMatching(/^job=\$\(curl -fsS .*\| jq -r \.id\)$/s),
      expect.stringContaining('/api/jobs/$job?wait=20"'),
      expect.stringContaining(`-o 'my letter.pdf' "${baseUrl}/api/jobs/$job/result"`),
    ]);
  });

  it.each([
    ['text', 'report.txt'],
    ['json', 'report.json'],
    ['markdown', 'report.md'],
  ])('saves the text of a PDF as %s in one call', async (format, name) => {
    const command = curlCommand({
      baseUrl,
      endpoint: 'pdf-text',
      files: [pdf('report.pdf')],
      fields: { format },
    });
    expect((await argumentsOf(command)).slice(0, 2)).toEqual(['-o', name]);
  });

  it('saves an office document with the extension of its format', () => {
    const fields = { format: 'odt' };
    const command = curlCommand({
      baseUrl,
      endpoint: 'convert-office',
      files: [pdf('letter.docx')],
      fields,
    });
    expect(command).toContain(`-L -o letter.odt "${baseUrl}/api/jobs/$job/result"`);
  });

  it.each([
    ['convert-office', { format: 'html' }],
    ['convert-office', { format: 'csv' }],
    ['to-pdf', { merge: 'false' }],
  ] as const)('names the results of %s with %j as the job does', (endpoint, fields) => {
    const command = curlCommand({ baseUrl, endpoint, files: [pdf('a.xlsx')], fields });
    const [, download] = command.split('\n\n');
    expect(download).toMatch(
      /\/api\/jobs\/\$job\?wait=20" \|\n {2}jq -r '.*' \|\n {2}curl --create-dirs -K -$/,
    );
    expect(download).toContain('"output = " + ("results/" + .fileName | @json)');
  });

  it.each([
    ['merge-pdf', { fileName: 'cover' }, ['Cover.pdf'], 'cover-converted.pdf'],
    ['edit-pdf', { fileName: 'a.pdf' }, ['a.pdf', 'a-converted.pdf'], 'a-converted-converted.pdf'],
    ['pdf-text', {}, ['report.pdf'], 'report.txt'],
  ] as const)('of %s with %j does not overwrite %j', async (endpoint, fields, names, output) => {
    const files = names.map((name) => pdf(name));
    const given = await argumentsOf(curlCommand({ baseUrl, endpoint, files, fields }));
    expect(given[given.indexOf('-o') + 1]).toBe(output);
  });

  it('of an office document does not overwrite an input', () => {
    const command = curlCommand({ baseUrl, endpoint: 'to-pdf', files: [pdf('scan.pdf')], fields: {} });
    expect(command).toContain(`-o scan-converted.pdf "${baseUrl}/api/jobs/$job/result"`);
  });

  it('uploads only as many files as do not fit into one request', () => {
    const files = [pdf('small.pdf', 4_000_000), pdf('large.pdf', 9_000_000), pdf('middle.pdf', 3_000_000)];
    const command = curlCommand({ baseUrl, endpoint: 'merge-pdf', files, fields: {} });
    expect(command.match(/^upload\d=.*$/gm)).toHaveLength(2);
    expect(command).toContain('{"fileName":"large.pdf","contentType":"application/pdf","size":9000000}');
    expect(command).toContain('{"fileName":"small.pdf","contentType":"application/pdf","size":4000000}');
    expect(command).toContain('-F file=@middle.pdf');
  });
});

describe('a quoted text', () => {
  it('comes out of a shell as it went in', async () => {
    const texts = fc.sample(
      fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
      { numRuns: 200, seed: 1 },
    );
    const safe = texts.map((text) => text.toWellFormed());
    expect(
      await argumentsOf(`curl ${safe.map((text) => (text === '' ? "''" : shellQuoted(text))).join(' ')}`),
    ).toEqual(safe);
  });
});
