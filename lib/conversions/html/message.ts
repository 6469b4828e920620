import * as z from 'zod';
import { errorCodes } from '../../base/app-error.ts';
import { outputOptions, pageOptions } from '../../api/options/html.ts';
import { loadReport, reportOptions } from './load-report.ts';
import { warningLimits } from '../../base/warnings.ts';

/** The content of a file: inside the message, or in an object with a presigned URL. */
export const carriedFile = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('inline'), base64: z.string() }),
  z.object({
    kind: z.literal('object'),
    /** The field of the client's request. */
    field: z.string(),
    url: z.url(),
    /** The signed headers, which the GET must send. */
    headers: z.record(z.string(), z.string()),
    /** In bytes. */
    size: z.int(),
  }),
]);

export type Carried = z.output<typeof carriedFile>;

/** The request of an endpoint to the renderer function. */
export const renderMessage = z.object({
  version: z.literal(1),
  /** For the logs: the client's request, its key and its trace. */
  requestId: z.string(),
  keyId: z.string().optional(),
  traceId: z.string().optional(),
  /** Epoch milliseconds at which the rendering has completed or failed. */
  deadline: z.int(),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('url'), url: z.url(), failOnHttpError: z.boolean() }),
    z.object({
      kind: z.literal('html'),
      content: carriedFile,
      assets: z.array(z.object({ name: z.string(), content: carriedFile })),
      isIsolated: z.boolean().optional(),
    }),
  ]),
  /** Fonts for this page alone, with the fields of the client's request. */
  fonts: z.array(z.object({ field: z.string(), content: carriedFile })).optional(),
  page: pageOptions,
  output: outputOptions,
  report: reportOptions.optional(),
  /**
   * A presigned PUT for a result that is too large for the reply, and the headers that were signed with it. Without it, such
   * a result is rejected as `file-too-large`.
   */
  result: z.object({ url: z.url(), headers: z.record(z.string(), z.string()) }).optional(),
});

export type RenderMessage = z.output<typeof renderMessage>;

/**
 * Limits of the parts of a reply that a page controls: they come from a process that runs untrusted code. In characters;
 * together they fit into the 400 KB of a DynamoDB item.
 */
export const replyLimits = { warnings: warningLimits.count, url: warningLimits.url, text: 500 } as const;

const shortText = z.string().max(replyLimits.text);

/** The reply of the renderer function. */
export const renderReply = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rendered'),
    title: shortText,
    pages: z.int().positive().optional(),
    width: z.int().positive().optional(),
    height: z.int().positive().optional(),
    warnings: z
      .array(
        z.object({
          code: shortText,
          message: shortText,
          url: z.string().max(replyLimits.url).optional(),
          font: shortText.optional(),
          by: shortText.optional(),
          characters: shortText.optional(),
        }),
      )
      .max(replyLimits.warnings),
    report: loadReport.optional(),
    /**
     * `attached`: the bytes follow the reply in the response stream. `stored`: they are where the presigned PUT led. Sizes
     * in bytes, SHA-256 in hex.
     */
    content: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('inline'), base64: z.string() }),
      z.object({ kind: z.literal('attached'), size: z.int().positive() }),
      z.object({
        kind: z.literal('stored'),
        size: z.int().positive(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    ]),
  }),
  z.object({
    kind: z.literal('rejected'),
    code: z.enum(errorCodes),
    message: shortText,
    /** The invalid field and its error. */
    fault: z.object({ field: shortText, message: shortText }).optional(),
  }),
]);

export type RenderReply = z.output<typeof renderReply>;
