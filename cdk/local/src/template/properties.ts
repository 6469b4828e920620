import { isObject } from '../is-object.ts';
import { TemplateError, type Json, type JsonObject } from './template.ts';

/**
 * Reads the evaluated properties of a resource, or of an object inside it, and remembers which were read, so that
 * {@link end} can reject the rest: a property nobody reads is one whose effect would silently be missing.
 */
export class Properties {
  readonly place: string;
  readonly #values: JsonObject;
  readonly #unread: Set<string>;
  readonly #parts: Properties[] = [];

  /** @param place Named in errors, for instance `Jobs (AWS::SQS::Queue)`. */
  constructor(place: string, values: JsonObject) {
    this.place = place;
    this.#values = values;
    this.#unread = new Set(Object.keys(values));
  }

  /** Names properties that exist in AWS and change nothing here. */
  ignore(...names: string[]): this {
    for (const name of names) this.#unread.delete(name);
    return this;
  }

  /** @throws {TemplateError} if any property here or in the parts read from here was neither read nor ignored. */
  end(): void {
    const [unread] = this.#unread;
    if (unread !== undefined)
      throw new TemplateError(`${this.place}: the property ${unread} is not served locally.`);
    for (const part of this.#parts) part.end();
  }

  /** Whether the property is there. Does not count as reading it. */
  has(name: string): boolean {
    return Object.hasOwn(this.#values, name);
  }

  /** The names of all properties, for objects whose names are data. */
  names(): string[] {
    return Object.keys(this.#values);
  }

  string(name: string): string | undefined;
  string<T>(name: string, otherwise: T): string | T;
  string(name: string, otherwise?: unknown): unknown {
    const value = this.#take(name);
    if (value === undefined) return otherwise;
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw this.errorOf(name, 'is not text');
  }

  /** @throws {TemplateError} if the property is missing. */
  requiredString(name: string): string {
    const value = this.string(name);
    if (value === undefined) throw this.errorOf(name, 'is missing');
    return value;
  }

  /** Numbers may be given as text, as everywhere in CloudFormation. */
  number(name: string): number | undefined;
  number<T>(name: string, otherwise: T): number | T;
  number(name: string, otherwise?: unknown): unknown {
    const value = this.#take(name);
    if (value === undefined) return otherwise;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) throw this.errorOf(name, 'is not a number');
    return number;
  }

  boolean(name: string, otherwise: boolean): boolean {
    const value = this.#take(name);
    if (value === undefined) return otherwise;
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    throw this.errorOf(name, 'is neither true nor false');
  }

  strings(name: string): string[] {
    return this.#list(name).map((item) => {
      if (typeof item !== 'string') throw this.errorOf(name, 'is not a list of text');
      return item;
    });
  }

  /** A map from names to text, such as environment variables. */
  texts(name: string): Record<string, string> {
    const value = this.#take(name) ?? {};
    if (!isObject(value)) throw this.errorOf(name, 'is not an object');
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        if (typeof item !== 'string' && typeof item !== 'number' && typeof item !== 'boolean') {
          throw this.errorOf(`${name}.${key}`, 'is not text');
        }
        return [key, String(item)];
      }),
    );
  }

  object(name: string): Properties | undefined {
    const value = this.#take(name);
    return value === undefined ? undefined : this.#part(name, value);
  }

  objects(name: string): Properties[] {
    return this.#list(name).map((item, index) => this.#part(`${name}[${index}]`, item));
  }

  /** An error about one property, for callers that know more rules. */
  errorOf(name: string, complaint: string): TemplateError {
    return new TemplateError(`${this.place}: the property ${name} ${complaint}.`);
  }

  #take(name: string): Json | undefined {
    this.#unread.delete(name);
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  #list(name: string): Json[] {
    const value = this.#take(name) ?? [];
    if (!Array.isArray(value)) throw this.errorOf(name, 'is not a list');
    return value;
  }

  #part(name: string, value: Json): Properties {
    if (!isObject(value)) throw this.errorOf(name, 'is not an object');
    const part = new Properties(`${this.place}: ${name}`, value);
    this.#parts.push(part);
    return part;
  }
}
