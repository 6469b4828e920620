import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { format } from 'prettier';
import ts from 'typescript';
import { schemas } from './schemas.ts';
import { TypePrinter } from './type-printer.ts';

/** The module whose types derive from schemas. */
const derived = 'api-types.ts';

/**
 * The declaration files of the package by name: those that `entry` reaches. Types that derive from the contracts are
 * written out, so that users need neither the contracts nor zod.
 *
 * @param entry absolute path of a module; all modules it reaches lie in its folder
 * @throws Error when types do not compile
 */
export async function declarations(entry: string): Promise<Map<string, string>> {
  const folder = join(entry, '..');
  const program = ts.createProgram([entry], compilerOptions(join(folder, '../../../tsconfig.json')));
  const files = new Map<string, string>();
  const reached = [basename(entry)];
  for (const name of reached) {
    const text =
      name === derived ? writtenTypes(program, join(folder, name)) : emitted(program, join(folder, name));
    reached.push(...importsOf(text).filter((each) => !reached.includes(each)));
    const written = text.replaceAll(/from '\.\/([\w-]+)\.ts'/g, "from './$1.js'");
    files.set(
      name.replace(/\.ts$/, '.d.ts'),
      await format(written, { parser: 'typescript', singleQuote: true }),
    );
  }
  return files;
}

const importsOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/from '\.\/([\w-]+\.ts)'/g)].flatMap(([, name]) => name ?? [])),
];

function compilerOptions(file: string): ts.CompilerOptions {
  const { config } = ts.parseConfigFileTextToJson(file, readFileSync(file, 'utf8')) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, join(file, '..'));
  return { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true };
}

const sourceOf = (program: ts.Program, file: string): ts.SourceFile => {
  const source = program.getSourceFile(file);
  if (!source) throw new Error(`${file} is not part of the package`);
  return source;
};

function emitted(program: ts.Program, file: string): string {
  const source = sourceOf(program, file);
  const [fault] = [...program.getSemanticDiagnostics(source), ...program.getDeclarationDiagnostics(source)];
  if (fault) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`);
  let text = '';
  program.emit(source, (_, written) => (text = written));
  return text;
}

function writtenTypes(program: ts.Program, file: string): string {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(sourceOf(program, file));
  if (!module) throw new Error(`${file} exports nothing`);
  return new TypePrinter(program, checker.getExportsOfModule(module)).text(schemas());
}
