import * as z from 'zod';
import { conformanceFlavours, type ConformanceFlavour } from '../../base/conformance.ts';

/** Upper bound of one response, in characters: the rules of all flavours, each with its pages. */
export const longestResponse = 4_000_000;

const failure = z.object({
  /** Of the standard, with its year: `ISO 19005-2:2011`. */
  specification: z.string(),
  clause: z.string(),
  /** The number of veraPDF's test within the clause. */
  test: z.int(),
  /** How many objects fail it. */
  count: z.int(),
  /** About the first of them. */
  message: z.string().nullable(),
  /** Names of some of the fonts that fail it, or whose text does. */
  fonts: z.array(z.string()),
  /** Some of the pages, ascending, counted from 1. */
  pages: z.array(z.int()),
});

/** One rule of a standard that a file breaks. */
export type RuleFailure = z.output<typeof failure>;

/** The line of `launcher.ts`. */
const launched = z.object({
  outcome: z.literal('launched'),
  confinement: z.object({ calls: z.boolean(), files: z.boolean() }),
});

/** A line of the program in `layers/verapdf/server`. */
const serverResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ready') }),
  z.object({
    outcome: z.literal('validated'),
    results: z.array(
      z.object({ flavour: z.enum(conformanceFlavours), valid: z.boolean(), failures: z.array(failure) }),
    ),
  }),
  z.object({ outcome: z.literal('encrypted') }),
  z.object({ outcome: z.literal('too-complex') }),
  z.object({ outcome: z.literal('unreadable'), reason: z.string() }),
]);

export type ServerResponse = z.output<typeof serverResponse>;

/** What the process prints: the line of the launcher, then a line when it is ready and for each request. */
export const serverLine = z.union([launched, serverResponse]);

/** A file to validate. */
export interface ValidationRequest {
  /** Without tabs and line breaks. */
  path: string;
  flavours: readonly ConformanceFlavour[];
  password?: string | undefined;
}

/** A request to the program. */
export const serverRequest = ({ path, flavours, password = '' }: ValidationRequest): string =>
  `${flavours.join()}\t${Buffer.from(password).toString('base64')}\t${path}\n`;
