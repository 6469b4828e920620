import type { Check } from './check.ts';
import { accountChecks, keyCheck } from './checks/account.ts';
import { fairnessChecks } from './checks/fairness.ts';
import { fileChecks } from './checks/files.ts';
import { functionChecks } from './checks/functions.ts';
import { gatewayChecks } from './checks/gateway.ts';
import { jobChecks } from './checks/jobs.ts';
import { limitChecks } from './checks/limits.ts';
import { outOfReach } from './checks/out-of-reach.ts';
import { pageChecks } from './checks/pages.ts';
import { pdfChecks } from './checks/pdf.ts';
import { publicChecks } from './checks/public.ts';
import { streamingChecks } from './checks/streaming.ts';
import { webhookChecks } from './checks/webhooks.ts';

/** All checks, in the order in which they run: those that exhaust a key come late, those that read logs last. */
export const stackChecks: readonly Check[] = [
  keyCheck,
  ...publicChecks,
  ...pdfChecks,
  ...pageChecks,
  ...jobChecks,
  ...fileChecks,
  ...gatewayChecks,
  ...streamingChecks,
  ...webhookChecks,
  ...fairnessChecks,
  ...limitChecks,
  ...accountChecks,
  ...functionChecks,
  ...outOfReach,
];
