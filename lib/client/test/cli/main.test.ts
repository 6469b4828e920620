import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { Interruption } from '../../src/cli/terminal.ts';
import { runCommand as run } from './run-command.ts';

const here = import.meta.filename;

describe('the command line', () => {
  it.each([
    ['an unknown command', ['frobnicate'], /Unknown command: frobnicate/],
    ['a name that objects have', ['constructor'], /Unknown command: constructor/],
    ['an option of another command', ['merge', here, here, '--ranges', '1'], /--ranges/],
    ['an option without its value', ['split', here, '--ranges'], /--ranges/],
    ['an option that is missing', ['export', here], /--format is required/],
    ['a file that is not there', ['split', 'nowhere.pdf', '--ranges', '1'], /nowhere\.pdf/],
    ['a text that is not there', ['split', here, '--ranges', '@nowhere.txt'], /nowhere\.txt/],
    ['nothing to convert', ['merge'], /FILE FILE… is missing/],
    ['two where one is taken', ['html', here, 'b.html'], /b\.html/],
    ['two office documents', ['office', 'a.docx', 'b.xlsx'], /b\.xlsx\. .*convert to-pdf/],
    ['two documents of another format', ['office', 'a.odt', 'b.odt'], /b\.odt\. .*convert to-pdf/],
    [
      'a base URL without a scheme',
      ['jobs', '--base-url', 'localhost:34313'],
      /such as http:\/\/localhost:34313/,
    ],
    [
      'a base URL of another scheme',
      ['jobs', '--base-url', 'ftp://example.com'],
      /"ftp:\/\/example\.com" must be an http/,
    ],
    ['a base URL with credentials', ['jobs', '--base-url', 'http://a:b@example.com'], /user name/],
    ['help for an unknown command', ['help', 'frobnicate'], /Unknown command: frobnicate/],
    ['two writers to one place', ['html', here, '--json', '-o', '-'], /--json and -o -/],
    ['no such status', ['jobs', '--status', 'done'], /queued, processing/],
    ['half a job', ['jobs', '--limit', '0.5'], /--limit/],
    ['the result of no job', ['jobs', '-o', 'x.pdf'], /--output requires/],
    ['two uploads', ['upload', here, here], /one file/],
    ['the deletion of no upload', ['upload', '--delete'], /one id/],
  ])('rejects %s', async (_, args, message) => {
    const { code, out, errors } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(errors).toMatch(message);
  });

  it('reports progress', async () => {
    for (const args of [[], ['--help'], ['help'], ['-h'], ['help', '--json']]) {
      const { code, out } = await run(args);
      expect(code).toBe(0);
      for (const text of ['merge FILE FILE…', 'upload FILE', 'jobs ID', 'FCS_API_KEY', '130'])
        expect(out).toContain(text);
    }
    for (const [command, option] of [
      ['split', '--ranges TEXT'],
      ['merge', '--deliver-to '],
      ['jobs', '--status queued|processing'],
      ['upload', '--base-url URL'],
      ['upload', '--delete'],
      ['office', '--[no-]export-notes'],
    ] as const) {
      expect((await run([command, '--help'])).out).toContain(option);
    }
  });

  it('prints the help of a command in two ways, and the version', async () => {
    const help = await run(['help', 'merge']);
    expect(help.out).toContain('Usage: convert merge FILE FILE…');
    expect(help).toEqual(await run(['merge', '--help']));
    expect(await run(['--version'])).toEqual({ code: 0, out: `${packageJson.version}\n`, errors: '' });
  });

  it('prints invalid command lines as JSON too', async () => {
    for (const args of [
      ['frobnicate'],
      ['split', 'nowhere.pdf'],
      ['jobs', '--nothing'],
      ['merge', '-', '--x'],
    ]) {
      const { code, out, errors } = await run([...args, '--json']);
      expect(code, errors).toBe(2);
      expect(JSON.parse(out)).toMatchObject({ title: 'Invalid command line' });
      expect(errors).toContain((JSON.parse(out) as { detail: string }).detail);
    }
  });

  it('exits with 4 before any request if there is no key', async () => {
    const { code, errors } = await run(['jobs'], { env: { FCS_API_KEY: '' } });
    expect({ code, errors }).toEqual({
      code: 4,
      errors: 'convert: FCS_API_KEY is not set. Set it to your API key.\n',
    });
    expect((await run(['merge', '--help'], { env: { FCS_API_KEY: '' } })).code).toBe(0);
  });

  it.each(['fcs_key\r', 'fcs key', 'fcs_kéy'])('rejects the key %j without printing it', async (key) => {
    const { code, errors } = await run(['jobs'], { env: { FCS_API_KEY: key } });
    expect(code).toBe(2);
    expect(errors).toContain('The API key must consist of');
    expect(errors).not.toContain(key);
  });

  it('exits as shells expect when it is interrupted', async () => {
    expect((await run(['jobs'], { signal: AbortSignal.abort() })).code).toBe(130);
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const aborted = AbortSignal.abort(new Interruption(signal));
      expect((await run(['jobs'], { signal: aborted })).code).toBe(code);
    }
  });
});
