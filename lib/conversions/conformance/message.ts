import * as z from 'zod';
import { conformanceFlavours } from '../../base/conformance.ts';
import { carriedFile } from '../html/message.ts';

/** Files of one message. */
export const mostFiles = 25;

/** The request to the function that validates files. */
export const checkMessage = z.object({
  version: z.literal(1),
  /** For the logs: the client's request, its key and its trace. */
  requestId: z.string(),
  keyId: z.string().optional(),
  traceId: z.string().optional(),
  /** Epoch milliseconds at which the reply is complete. */
  deadline: z.int(),
  files: z
    .array(
      z.object({
        content: carriedFile,
        flavours: z.array(z.enum(conformanceFlavours)).min(1),
        password: z.string().optional(),
      }),
    )
    .min(1)
    .max(mostFiles),
});

export type CheckMessage = z.output<typeof checkMessage>;

const failure = z.object({ clause: z.string(), message: z.string(), pages: z.array(z.int()) });

const outcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('checked'),
    reports: z.array(
      z.object({ flavour: z.enum(conformanceFlavours), valid: z.boolean(), failures: z.array(failure) }),
    ),
  }),
  z.object({ outcome: z.enum(['encrypted', 'unreadable', 'too-complex', 'too-slow', 'gone', 'replaced']) }),
]);

/** How the check of one file ended. `gone`, `replaced`: it was, before it was read. */
export type FileOutcome = z.output<typeof outcome>;

/** The outcomes, in the order of the files. */
export const checkReply = z.object({ outcomes: z.array(outcome) });

export type CheckReply = z.output<typeof checkReply>;
