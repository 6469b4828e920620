/** Rules between the fields of a form, in JSON Schema, for the description. The endpoints check them on their own. */
export type SchemaRules = Readonly<Record<string, unknown>>;

/** Excludes fields. */
export const without = (...fields: string[]) => ({
  properties: Object.fromEntries(fields.map((field) => [field, false])),
});

/** Restricts a field to values, if the request has it. */
export const onlyWith = (field: string, ...values: readonly unknown[]) => ({
  properties: { [field]: { enum: values } },
});

/** Holds if the request has the field with one of the values. */
export const sent = (field: string, ...values: readonly unknown[]) => ({
  ...onlyWith(field, ...values),
  required: [field],
});
