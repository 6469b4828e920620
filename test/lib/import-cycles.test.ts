import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The files of the project that a file imports at run time, relative to the root. */
function importsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || isTypeOnly(statement)) return [];
    const { text } = moduleSpecifier;
    if (text.startsWith('#')) return [text.slice(1)];
    return text.startsWith('.') ? [normalize(join(dirname(file), text))] : [];
  });
}

const isTypeOnly = (statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean =>
  ts.isImportDeclaration(statement)
    ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    : statement.isTypeOnly;

/** A cycle among the imports of files, if there is one: each of its files imports the next. */
function cycleAmong(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    const start = path.indexOf(file);
    if (start >= 0) return [...path.slice(start), file];
    if (finished.has(file)) return undefined;
    for (const imported of imports.get(file) ?? []) {
      const cycle = visit(imported, [...path, file]);
      if (cycle) return cycle;
    }
    finished.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}

it('finds a cycle among imports', () => {
  const imports = new Map([
    ['a', ['b', 'c']],
    ['b', []],
    ['c', ['b', 'd']],
    ['d', ['c']],
  ]);
  expect(cycleAmong(imports)).toEqual(['c', 'd', 'c']);
});

it('no file of lib, functions or cdk imports itself through others', () => {
  const files = globSync('{lib,functions,cdk}/**/*.ts', {
    cwd: root,
    exclude: (path) => /node_modules|\/dist\b/.test(path),
  });
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  expect(imports.size).toBeGreaterThan(400);
  expect([...imports.values()].flat().length).toBeGreaterThan(1000);
  expect(cycleAmong(imports)).toBeUndefined();
});
