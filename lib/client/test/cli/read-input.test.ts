import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { conversionCommands, operationFor } from '../../src/cli/commands.ts';
import { openInput } from '../../src/cli/read-input.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

const terminal = { stdin: new PassThrough() } as unknown as Terminal;

it.each([
  'upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
  'file_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
  'https://example.com/a.pdf',
  'http://10.0.0.5:8080/a.pdf',
])('%s is sent as it is', async (operand) => {
  expect(await openInput(operand, terminal)).toBe(operand);
});

it('any other operand is the path of a file', async () => {
  await expect(openInput('file_1.pdf', terminal)).rejects.toThrow('Cannot read file_1.pdf');
  await expect(openInput('ftp://example.com/a.pdf', terminal)).rejects.toThrow('Cannot read');
});

it('the extension of a URL is that of its path', () => {
  const { office } = conversionCommands;
  if (!office) throw new Error('There is no such command');
  const url = 'https://example.com/figures.xlsx?signature=a.docx';
  expect(operationFor(office, url).name).toBe('convert-xlsx');
  expect(() => operationFor(office, 'https://example.com/')).toThrow('does not end in');
});
