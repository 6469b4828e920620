import { type PlanName, planNames } from './plans.ts';

/** A limit of each plan besides its rate: on concurrent use, or on a month. */
export type PlanCap = Readonly<Record<PlanName, number>>;

interface CapDefinition {
  /** Suffix of the stack parameters: `FreeRunningConversions`. */
  parameter: string;
  /** Environment variable of the functions that enforce the cap. */
  variable: string;
  defaults: PlanCap;
  minimum: number;
  maximum: number;
  /** Completes "<Plan>: …" in the parameter's description. */
  description: string;
}

/** The caps that prevent one key from starving the others. Each is a stack parameter per plan. */
export const planCaps = {
  runningConversions: {
    parameter: 'RunningConversions',
    variable: 'RUNNING_CONVERSIONS',
    defaults: { free: 10, pro: 50, business: 200 },
    minimum: 1,
    maximum: 1000,
    description: 'concurrent synchronous conversions of one key.',
  },
  heldCalls: {
    parameter: 'HeldCalls',
    variable: 'HELD_CALLS',
    defaults: { free: 5, pro: 20, business: 100 },
    minimum: 0,
    maximum: 1000,
    description:
      'calls of one key that can wait for a job at the same time. Further calls return within 250 ms.',
  },
  openJobs: {
    parameter: 'OpenJobs',
    variable: 'OPEN_JOBS',
    defaults: { free: 20, pro: 200, business: 2000 },
    minimum: 1,
    maximum: 10_000,
    description: 'jobs of one key that have not finished.',
  },
  openUploadMegabytes: {
    parameter: 'OpenUploadMegabytes',
    variable: 'OPEN_UPLOAD_MEGABYTES',
    defaults: { free: 1024, pro: 20_480, business: 204_800 },
    minimum: 1,
    maximum: 10_485_760,
    description: 'total declared size of the open uploads of one key, in MiB.',
  },
  monthlyDocuments: {
    parameter: 'MonthlyDocuments',
    variable: 'MONTHLY_DOCUMENTS',
    defaults: { free: 0, pro: 0, business: 0 },
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'documents that one key can convert in a UTC month. 0 for no quota.',
  },
} as const satisfies Record<string, CapDefinition>;

export type PlanCapName = keyof typeof planCaps;

/**
 * Parses a cap from its environment variable: one whole number per plan, in the order of `planNames`, separated by
 * commas.
 *
 * @throws Error when the variable has another format, so that a wrong deployment fails at its first start
 */
export function parsePlanCap(
  name: PlanCapName,
  environment: Readonly<Record<string, string | undefined>>,
): PlanCap {
  const { variable } = planCaps[name];
  const numbers = (environment[variable] ?? '').split(',');
  if (numbers.length !== planNames.length || !numbers.every((number) => /^\d{1,10}$/.test(number))) {
    throw new Error(`${variable} must contain ${planNames.length} integers separated by commas.`);
  }
  return Object.fromEntries(planNames.map((plan, index) => [plan, Number(numbers[index])])) as Record<
    PlanName,
    number
  >;
}
