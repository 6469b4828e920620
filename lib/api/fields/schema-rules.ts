/** Rules between the fields of a form, in JSON Schema, for the description. The endpoints check them on their own. */
export interface SchemaRules {
  readonly if?: object;
  readonly then?: object;
  readonly else?: object;
  readonly not?: object;
  readonly anyOf?: readonly object[];
  readonly allOf?: readonly object[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, object>>;
}

/** Excludes fields. */
export const without = (...fields: string[]) => ({
  properties: Object.fromEntries(fields.map((field) => [field, false])),
});

/** Holds if the request has the field with one of the values. */
export const sent = (field: string, ...values: readonly unknown[]) => ({
  properties: { [field]: { enum: values } },
  required: [field],
});

/** Restricts a field to values, if the request has it. */
export const onlyWith = (field: string, ...values: readonly unknown[]) => ({
  properties: { [field]: { enum: values } },
});
