import type { Conformance } from './constructs/conformance.ts';
import type { DataStores } from './constructs/data-stores.ts';
import type { Jobs } from './constructs/jobs.ts';
import type { OfficeConversion } from './constructs/office-conversion.ts';
import type { PlanCapParameters } from './constructs/plan-cap-parameters.ts';
import type { Rendering } from './constructs/rendering.ts';
import type { ServiceFunction } from './constructs/service-function.ts';
import type { Webhooks } from './constructs/webhooks.ts';
import type { EngineName } from './engines.ts';
import type { ServiceParameters } from './parameters.ts';
import type { pdfiumPrograms, pdfPrograms } from './thread-programs.ts';

/** The resources that functions can access. Each of their `bind` methods sets the variables and grants of one use. */
export interface Capabilities {
  stores: DataStores;
  planCaps: PlanCapParameters;
  jobs: Jobs;
  office: OfficeConversion;
  rendering: Rendering;
  conformance: Conformance;
  webhooks: Webhooks;
  parameters: ServiceParameters;
  /** The version of the service. */
  version: string;
}

/** A Lambda function. Its handler is `functions/<name>/handler.ts`. */
export interface FunctionRow {
  /** MB. CPU is proportional: one full core at 1769 MB. */
  memory: number;
  /** Seconds; `response` for endpoints that return files: as long as their response may take, see `responseTimes`. */
  timeout: number | 'response';
  /** MiB of `/tmp`; 512 when absent. */
  storage?: number;
  /** The engine, or the fonts, whose layers the function uses. */
  engine?: EngineName;
  /** `false` when the function must not write traces. */
  xray?: false;
  /** Additional entry points of its bundle: source files by name. */
  programs?: Readonly<Record<string, string>>;
  /** The one of them whose thread a start of the function begins with. */
  thread?: keyof typeof pdfPrograms | keyof typeof pdfiumPrograms;
  /** Whether it calls the C library through koffi. */
  native?: true;
  /** Adds variables, grants and event sources to the function. */
  bind?: (fn: ServiceFunction, service: Capabilities) => void;
}
