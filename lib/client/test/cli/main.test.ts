import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';

/** Runs the command line here, without a service to talk to. */
async function run(args: readonly string[], signal = new AbortController().signal) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const terminal = {
    // Nobody may be asked: this port is closed to fetch.
    env: { FCS_BASE_URL: 'http://127.0.0.1:1', FCS_API_KEY: 'fcs_key' },
    stdin: new PassThrough(),
    stdout,
    stderr,
    signal,
  };
  const code = await main(args, terminal);
  return { code, out: String(stdout.read() ?? ''), errors: String(stderr.read() ?? '') };
}

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
    ['an office document of no kind', ['office', here], /docx, xlsx or pptx/],
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
    for (const args of [[], ['--help'], ['help'], ['-h']]) {
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

  it('exits as shells expect when it is interrupted', async () => {
    expect((await run(['jobs'], AbortSignal.abort())).code).toBe(130);
  });
});
