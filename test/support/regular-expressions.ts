import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A regular expression as it stands in a source file. */
export interface WrittenExpression {
  /** `lib/api/fields/fields.ts:44` */
  place: string;
  source: string;
  flags: string;
}

export interface ExpressionsOfFile {
  literals: WrittenExpression[];
  /** Places where an expression is made of a text while the program runs. */
  made: string[];
}

/** The source files below a folder of the project. */
export const sourcesIn = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?[jt]s$/.test(file) && !/(?:^|\/)(?:node_modules|test)\//.test(file))
    .map((file) => `${folder}/${file}`)
    .toSorted();

/** The regular expressions of a source file, read from its syntax tree. */
export function expressionsIn(root: string, file: string, text?: string): ExpressionsOfFile {
  const source = ts.createSourceFile(
    file,
    text ?? readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: ExpressionsOfFile = { literals: [], made: [] };
  const visit = (node: ts.Node): void => {
    const place = () => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.literals.push({
        place: place(),
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    } else if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      /^(?:globalThis\.)?RegExp$/.test(node.expression.getText())
    ) {
      found.made.push(place());
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
