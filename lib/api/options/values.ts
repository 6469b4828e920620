import * as z from 'zod';

/** The values of form fields. */
export type FieldValues<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>;

/** `T` with all members optional. */
export type Optional<T> = { [Name in keyof T]?: T[Name] | undefined };

type Present<T> = z.ZodType<Exclude<T, undefined>>;

/** The schema of an option that a form field reads. */
type Option<T, HasDefault> = HasDefault extends true
  ? Present<T>
  : undefined extends T
    ? z.ZodOptional<Present<T>>
    : Present<T>;

/** The options that form fields read. Options with a default are always present. */
type Options<Fields extends z.ZodRawShape, Default> = z.ZodObject<{
  -readonly [Name in keyof Fields]: Option<z.output<Fields[Name]>, Name extends Default ? true : false>;
}>;

/**
 * Derives the schema of a conversion's options from its form fields: for the job's record, the message to another
 * function, and the type for the engine. It adds defaults, because a record or message of an older version lacks newer
 * options.
 *
 * @param defaults of the options that a request may omit
 */
export function optionsSchema<Fields extends z.ZodRawShape, Defaults extends object = object>(
  fields: Fields,
  defaults?: Defaults,
): Options<Fields, keyof Defaults> {
  const shape = Object.entries(fields).map(([name, field]) => {
    const value = field instanceof z.ZodPipe ? field.out : field;
    if (value instanceof z.ZodTransform) throw new TypeError(`The field ${name} does not declare its output`);
    const isPresent = defaults !== undefined && name in defaults && value instanceof z.ZodOptional;
    return [name, isPresent ? z._default(value.unwrap(), defaults[name as keyof Defaults]) : value];
  });
  return z.object(Object.fromEntries(shape) as z.ZodRawShape) as unknown as Options<Fields, keyof Defaults>;
}

/** Picks the options of `schema` from a request's fields, and adds the defaults of those that it omits. */
export function pickOptions<Schema extends z.ZodObject>(
  schema: Schema,
  fields: Readonly<Partial<Record<keyof z.output<Schema>, unknown>>>,
  defaults: Partial<z.output<Schema>>,
): z.output<Schema> {
  const names = Object.keys(schema.shape) as (keyof z.output<Schema>)[];
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? defaults[name]])) as z.output<Schema>;
}
