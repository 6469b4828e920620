import ts from 'typescript';
import type { Described } from './schemas.ts';

/** Prints types, expanded to primitives, platform types and other types of the same module. */
export class TypePrinter {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #symbols: readonly ts.Symbol[];
  readonly #names: ReadonlyMap<ts.Type, string>;

  /** @param symbols the types of a module */
  constructor(program: ts.Program, symbols: readonly ts.Symbol[]) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
    this.#symbols = symbols.map((symbol) =>
      symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol,
    );
    this.#names = new Map(
      this.#symbols.map((symbol) => [this.#checker.getDeclaredTypeOfSymbol(symbol), symbol.name]),
    );
  }

  /** The module as a declaration file, with the descriptions of `schemas` as comments. */
  text(schemas: Readonly<Record<string, Described>>): string {
    return this.#symbols
      .map((symbol) => {
        const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
        const comment = commentOf(this.#documentation(symbol));
        return `${comment}export type ${symbol.name} = ${this.#structure(type, schemas[symbol.name])};\n`;
      })
      .join('\n');
  }

  #text(type: ts.Type, described: Described | undefined): string {
    return this.#names.get(type) ?? this.#structure(type, described);
  }

  #structure(type: ts.Type, described: Described | undefined): string {
    if (type.isUnion()) return this.#union(type, described);
    if (!(type.flags & ts.TypeFlags.Object)) return this.#primitive(type);
    if (this.#checker.isArrayType(type)) {
      const [element] = this.#checker.getTypeArguments(type as ts.TypeReference);
      const readonly = type.symbol.name === 'ReadonlyArray' ? 'readonly ' : '';
      if (element) return `${readonly}(${this.#text(element, described?.items)})[]`;
    }
    if (this.#checker.isTupleType(type)) return this.#tuple(type as ts.TupleTypeReference);
    if (type.isClassOrInterface() && this.#isOfPlatform(type.symbol)) return type.symbol.name;
    return this.#object(type, described);
  }

  #tuple(type: ts.TupleTypeReference): string {
    const elements = this.#checker.getTypeArguments(type).map((element, index) => {
      const label = type.target.labeledElementDeclarations?.[index]?.name.getText();
      return `${label === undefined ? '' : `${label}: `}${this.#text(element, undefined)}`;
    });
    return `${type.target.readonly ? 'readonly ' : ''}[${elements.join(', ')}]`;
  }

  #union(type: ts.UnionType, described: Described | undefined): string {
    const content = described?.anyOf?.find((each) => each.type !== 'null') ?? described;
    // The type of a missing optional property prints as `undefined`, but is not `undefined`.
    const absent = (part: ts.Type) =>
      part.flags & ts.TypeFlags.Undefined && part !== this.#checker.getUndefinedType();
    const parts = type.types.filter((part) => !absent(part));
    const texts = new Set(parts.map((part) => this.#text(part, content)));
    if (texts.delete('true') && texts.delete('false')) texts.add('boolean');
    for (const last of ['null', 'undefined']) if (texts.delete(last)) texts.add(last);
    return [...texts].join(' | ');
  }

  /** @throws Error when a type has no text, such as `T[K]` */
  #primitive(type: ts.Type): string {
    const { Never, Unknown, StringLike, NumberLike, BooleanLike, Null, Undefined } = ts.TypeFlags;
    const known = Never | Unknown | StringLike | NumberLike | BooleanLike | Null | Undefined;
    const text = this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    if (type.flags & known) return text;
    throw new Error(`The type ${text} cannot be written out`);
  }

  /** @throws Error when the type is a function */
  #object(type: ts.Type, described: Described | undefined): string {
    if (type.getCallSignatures().length > 0) throw new Error('A function cannot be written out');
    const values = described?.additionalProperties;
    const indexes = this.#checker
      .getIndexInfosOfType(type)
      .map(
        (info) =>
          `[key: ${this.#primitive(info.keyType)}]: ${this.#text(info.type, typeof values === 'object' ? values : undefined)};`,
      );
    const members = this.#checker
      .getPropertiesOfType(type)
      .map((property) => this.#property(property, described?.properties?.[property.name]));
    return `{ ${[...indexes, ...members].join('\n')} }`;
  }

  #property(property: ts.Symbol, described: Described | undefined): string {
    const optional = property.flags & ts.SymbolFlags.Optional ? '?' : '';
    const type = this.#checker.getTypeOfSymbol(property);
    const comment = commentOf(descriptionOf(described) ?? this.#documentation(property));
    return `${comment}${JSON.stringify(property.name)}${optional}: ${this.#text(type, described)};`;
  }

  #documentation(symbol: ts.Symbol): string {
    return ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));
  }

  /** Whether it is a type of JavaScript, or one that Node.js shares with browsers. */
  #isOfPlatform({ declarations = [] }: ts.Symbol): boolean {
    return declarations.some((declaration) => {
      const source = declaration.getSourceFile();
      return (
        this.#program.isSourceFileDefaultLibrary(source) ||
        source.fileName.includes('/node_modules/@types/node/')
      );
    });
  }
}

const commentOf = (text: string): string =>
  text === '' ? '' : `/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', '\n * ')} */\n`;

/** The description of a nullable schema is inside it. */
const descriptionOf = (described: Described | undefined): string | undefined =>
  described?.description ??
  described?.anyOf?.find(({ description }) => description !== undefined)?.description;
