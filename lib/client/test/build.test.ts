import { build } from 'esbuild';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { TypePrinter } from '../build/type-printer.ts';
import { writtenOut } from '../build/written-out.ts';

const folder = await mkdtemp(join(tmpdir(), 'client-build-'));
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

describe('a module as literals', () => {
  const bundled = async (file: string): Promise<string> => {
    const options = { bundle: true, write: false, format: 'esm', logLevel: 'silent' } as const;
    const { outputFiles } = await build({ ...options, entryPoints: [file], plugins: [writtenOut(file)] });
    return outputFiles[0]?.text ?? '';
  };

  it('is in the bundle as JSON', async () => {
    const file = await fileOf(
      'data.ts',
      'export const days = [1, 2].map((day) => ({ day, free: day > 1 }));',
    );
    const text = await bundled(file);
    expect(text).toContain('[{ "day": 1, "free": false }, { "day": 2, "free": true }]');
    expect(text).not.toContain('map');
  });

  it('is rejected if JSON would lose information', async () => {
    const file = await fileOf('code.ts', 'export const names = { get: () => 1 };');
    await expect(bundled(file)).rejects.toThrow('names is not plain JSON');
  });
});

describe('printed types', () => {
  const written = async (name: string, text: string, described = {}): Promise<string> => {
    const file = await fileOf(name, text);
    const program = ts.createProgram([file], { strict: true, exactOptionalPropertyTypes: true, types: [] });
    const checker = program.getTypeChecker();
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    const printed = new TypePrinter(program, module ? checker.getExportsOfModule(module) : []).text(
      described,
    );
    return printed.replaceAll(/\s+/g, ' ').trim();
  };

  it('consist of primitives, platform types, and each other', async () => {
    const text = `type Partly<T> = { [K in keyof T]?: T[K] };
      export interface Name { first: string; last?: string | undefined }
      export type Person = Partly<{ name: Name; born: Date; tags: readonly ('a' | 'b')[]; alive: boolean }>;`;
    expect(await written('person.ts', text)).toBe(
      'export type Name = { "first": string; "last"?: string | undefined; }; ' +
        'export type Person = { "name"?: Name; "born"?: Date; "tags"?: readonly ("a" | "b")[]; "alive"?: boolean; };',
    );
  });

  it('have the descriptions of their schemas or sources as comments', async () => {
    const text = `/** A point. */
      export type Point = {
        x: number;
        /** Upwards. */
        y: number | null;
      };`;
    const described = { Point: { properties: { x: { description: 'To the right. */' } } } };
    expect(await written('point.ts', text, described)).toBe(
      '/** A point. */ export type Point = { /** To the right. *\\/ */ "x": number; /** Upwards. */ "y": number | null; };',
    );
  });

  it('cannot be functions or unknown types', async () => {
    await expect(written('call.ts', 'export type Call = { now: () => number };')).rejects.toThrow(
      'A function',
    );
    await expect(written('any.ts', 'export type Free = { value: any };')).rejects.toThrow('The type any');
  });
});
