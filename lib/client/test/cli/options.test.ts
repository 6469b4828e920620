import { describe, expect, it } from 'vitest';
import { conversionOptions, generalOptions, readArguments } from '../../src/cli/arguments.ts';
import { operationFor, conversionCommands } from '../../src/cli/commands.ts';
import { placeOf } from '../../src/cli/convert-command.ts';
import { commandOptionsOf } from '../../src/cli/options.ts';
import { UsageError } from '../../src/cli/terminal.ts';
import { commandUsage, usage } from '../../src/cli/usage.ts';

const commands = Object.entries(conversionCommands);
const optionsFor = (name: string) => commandOptionsOf(conversionCommands[name]?.operations ?? ([] as never));

describe.each(commands)('convert %s', (name, command) => {
  const options = commandOptionsOf(command.operations);

  it('has an option for each field that is not an operand, and documents it', () => {
    const fields = command.operations.flatMap(({ files, texts }) => [
      ...Object.keys(files),
      ...Object.keys(texts),
    ]);
    const operand = name === 'merge' || name === 'to-pdf' ? 'files' : name === 'url' ? 'url' : 'file';
    expect(new Set(options.map(({ field }) => field))).toEqual(
      new Set(fields.filter((field) => field !== operand)),
    );
    const help = commandUsage(name, command);
    for (const option of options) expect(help).toMatch(new RegExp(`^  --(\\[no-\\])?${option.name}\\b`, 'm'));
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
    expect(usage()).toContain(`  ${name} ${command.operands}`);
  });

  it('has no option with the name of a general option', () => {
    const general = [...conversionOptions, ...generalOptions].map((each) => each.name.replace(/^no-/, ''));
    expect(options.filter((option) => general.includes(option.name))).toEqual([]);
  });
});

describe('options', () => {
  it('are flags for booleans, and texts otherwise', () => {
    const html = optionsFor('html');
    const kinds = Object.fromEntries(html.map(({ name, kind }) => [name, kind]));
    expect(kinds).toMatchObject({
      'print-background': 'flag',
      landscape: 'flag',
      'margin-top': 'text',
      asset: 'files',
    });
    expect(html.filter(({ required }) => required).map(({ name }) => name)).toEqual(['format']);
    expect(html.find(({ name }) => name === 'format')?.placeholder).toBe('pdf|png|jpeg|webp');
  });

  it.each(['html', 'url', 'office', 'docx', 'to-pdf'])('of %s name fonts', (name) => {
    const options = optionsFor(name).filter(({ field }) => field === 'fonts');
    expect(options).toMatchObject([{ name: 'font', kind: 'files', required: false }]);
    const args = ['x', '--font', 'a.ttf', '--font=b.woff2'];
    expect(readArguments(args, conversionOptions, optionsFor(name)).options).toEqual({
      font: ['a.ttf', 'b.woff2'],
    });
  });

  it('are parsed', () => {
    const args = ['page.html', '--no-print-background', '--asset', 'a.css', '--asset=b.png', '-o', '-'];
    expect(readArguments(args, conversionOptions, optionsFor('html'))).toMatchObject({
      operands: ['page.html'],
      options: { 'print-background': false, asset: ['a.css', 'b.png'], output: '-' },
    });
    expect(() => readArguments(['--ranges', '1'], conversionOptions, optionsFor('html'))).toThrow(UsageError);
  });
});

describe('an option that can stand alone', () => {
  const edit = optionsFor('edit');
  const flattenIn = (...args: string[]) => readArguments(args, conversionOptions, edit);

  it('is true without a value', () => {
    expect(flattenIn('a.pdf', '--flatten').options).toEqual({ flatten: 'true' });
    expect(flattenIn('--flatten', 'a.pdf')).toMatchObject({
      operands: ['a.pdf'],
      options: { flatten: 'true' },
    });
  });

  it('takes the values that it names in the help', () => {
    expect(edit.find(({ name }) => name === 'flatten')?.placeholder).toBe('[forms|annotations]');
    for (const value of ['forms', 'annotations', 'true', 'false']) {
      expect(flattenIn('a.pdf', '--flatten', value).options).toEqual({ flatten: value });
    }
    expect(flattenIn('--flatten=forms').options).toEqual({ flatten: 'forms' });
  });

  it('is an operand after the end of the options', () => {
    expect(flattenIn('--', '--flatten', 'forms')).toEqual({ operands: ['--flatten', 'forms'], options: {} });
  });
});

describe('an office document', () => {
  const { office } = conversionCommands;

  it('is recognized by its extension', () => {
    if (!office) throw new Error('There is no command office');
    expect(operationFor(office, 'a/b.c/Figures.XLSX').name).toBe('convert-xlsx');
    for (const other of ['figures', 'old.doc', 'letter.odt', 'upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G', '-'])
      expect(operationFor(office, other).name).toBe('to-pdf');
  });
});

describe('a value that begins with a hyphen and a digit', () => {
  const split = optionsFor('split');

  it('is accepted', () => {
    for (const [name, value] of [
      ['ranges', '-2'],
      ['ranges', '-2,-1'],
      ['rotate', '-90'],
    ] as const) {
      for (const args of [[`--${name}`, value], [`--${name}=${value}`]])
        expect(readArguments(['a.pdf', ...args], conversionOptions, split)).toEqual({
          operands: ['a.pdf'],
          options: { [name]: value },
        });
    }
  });

  it('is an operand after the end of the options', () => {
    const read = readArguments(['--', '--ranges', '-2'], conversionOptions, split);
    expect(read).toEqual({ operands: ['--ranges', '-2'], options: {} });
  });

  it('is not the value of a flag', () => {
    expect(() => readArguments(['a.pdf', '--pdfua', '-2'], conversionOptions, split)).toThrow(UsageError);
  });
});

describe('the help of a command', () => {
  const helpFor = (name: string) => {
    const command = conversionCommands[name];
    if (!command) throw new Error(`There is no command ${name}`);
    return commandUsage(name, command).replaceAll(/\s+/g, ' ');
  };

  it('names options, but not for properties of JSON and values of the option itself', () => {
    expect(helpFor('edit')).toContain('a JSON array of objects with pages and angle.');
    expect(helpFor('edit')).toContain('optionally pages, position, offset');
    expect(helpFor('office')).toContain('a JSON object states dpi, quality and grayscale.');
    expect(helpFor('html')).toContain(
      'x, y, width and height in CSS pixels. Cannot be combined with --selector',
    );
    expect(helpFor('html')).toContain('use --cookies and --user-agent');
    expect(helpFor('split')).toContain('Only for mode ranges, which requires it.');
  });

  it('names commands instead of routes', () => {
    expect(helpFor('edit')).toContain('as convert inspect reports it');
    for (const [name] of commands) expect(helpFor(name)).not.toContain('/api/');
  });

  it('says which documents an option of office is for', () => {
    expect(helpFor('office')).toContain('--tracked-changes final|show Text documents only. How tracked');
    expect(helpFor('office')).toContain('--[no-]landscape Spreadsheets only.');
    expect(helpFor('office')).toMatch(
      /--comments none\|margin Text documents: .* Spreadsheets: .* at their cells, .* Presentations: /,
    );
    expect(helpFor('docx')).toContain('--tracked-changes final|show How tracked');
  });
});

describe('an invalid field', () => {
  it('is named as on the command line', () => {
    const options = optionsFor('merge');
    expect(placeOf('files[1]', ['a.pdf', 'b.pdf'], options)).toBe('b.pdf');
    expect(placeOf('pages[1]', ['a.pdf', 'b.pdf'], options)).toBe('--pages[1]');
    expect(placeOf('file', ['a.docx'], optionsFor('docx'))).toBe('a.docx');
    expect(placeOf('Idempotency-Key', ['a.pdf'], options)).toBe('Idempotency-Key');
  });
});
