import { planNames } from '#lib/auth/plans.ts';
import type { ResponseSettings } from './settings.ts';

/** Seconds that API Gateway waits for a buffered response. */
const bufferedSeconds = 29;

/** Lambda streams the first bytes of a response without a limit, then 2 MB a second. */
const unlimitedMegabytes = 6;
const megabytesPerSecond = 2;

/** Seconds that a function needs beside its conversion and its response: for storing, logs and metrics. */
const marginSeconds = 2;

/** How the routes that return files return them: the one source of their deadlines, timeouts and variables. */
export interface ResponseTimes {
  /** Of API Gateway, and `RESPONSE_TRANSFER_MODE` of the functions. */
  mode: 'STREAM' | 'BUFFERED';
  /** Seconds that the gateway waits, and the function may run, for a whole response. */
  seconds: number;
  /** Environment variables of the functions, see `responseModeOf`. */
  variables: Readonly<Record<string, string>>;
}

export function responseTimes({ streams, seconds, inlineMegabytes }: ResponseSettings): ResponseTimes {
  if (!streams) {
    return { mode: 'BUFFERED', seconds: bufferedSeconds, variables: { RESPONSE_TRANSFER_MODE: 'BUFFERED' } };
  }
  const sending = Math.max(0, inlineMegabytes - unlimitedMegabytes) / megabytesPerSecond;
  return {
    mode: 'STREAM',
    seconds: Math.max(...Object.values(seconds)) + Math.ceil(sending) + marginSeconds,
    variables: {
      RESPONSE_TRANSFER_MODE: 'STREAM',
      RESPONSE_SECONDS: planNames.map((plan) => seconds[plan]).join(','),
      INLINE_RESPONSE_MEGABYTES: String(inlineMegabytes),
    },
  };
}
