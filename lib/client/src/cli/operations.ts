import type { Contract, MultipartBody } from '../../../api/contract.ts';
import { contracts } from '../../../api/contracts.ts';
import { contract as listJobs } from '../../../api/contracts/list-jobs.ts';
import { documentedSchema } from '../../../api/fields/documented.ts';
import type { ConversionName } from '../operation-types.ts';

/**
 * The part of the contracts that the command line needs. Plain JSON: the published package contains this module's exports
 * as literals, and needs neither the contracts nor zod.
 */

/** The JSON Schema of a text field, as far as the command line reads it. */
export interface TextField {
  type?: string;
  description?: string;
  enum?: readonly string[];
  contentMediaType?: string;
  /** The JSON Schema of the value if it is JSON. */
  contentSchema?: unknown;
  /** Alternatives: a word or JSON. */
  anyOf?: readonly TextField[];
  default?: unknown;
}

/** A conversion as data. */
export interface Operation<Name extends ConversionName = ConversionName> {
  name: Name;
  summary: string;
  /** `many`: whether the field takes several files. `required`: whether it must have one. */
  files: Readonly<Record<string, { description: string; many: boolean; required: boolean }>>;
  texts: Readonly<Record<string, TextField>>;
  /** Names of the required text fields. */
  required: readonly string[];
  /** Whether the conversion is always a job. */
  isJob: boolean;
}

function operationOf({ name, summary, isJob }: Contract, body: MultipartBody): Operation {
  const { properties = {}, required = [] } = documentedSchema(body.fields);
  const files = Object.entries(body.files).map(([field, { description, many }]) => [
    field,
    { description, many: (many?.max ?? 1) > 1, required: many?.min !== 0 },
  ]);
  return {
    name: name as ConversionName,
    summary,
    files: Object.fromEntries(files) as Operation['files'],
    texts: properties as Operation['texts'],
    required,
    isJob: isJob ?? false,
  };
}

/** The conversions by name. */
export const operations = Object.fromEntries(
  contracts.flatMap((contract) =>
    contract.body?.kind === 'multipart' ? [[contract.name, operationOf(contract, contract.body)]] : [],
  ),
) as { readonly [Name in ConversionName]: Operation<Name> };

const { status } = listJobs.query.shape;

/** The filter of a list of jobs. */
export const jobStatus = { values: status.unwrap().options, description: status.description ?? '' };
