import type { Scenario } from './feature-file.ts';

/** Settings of Gotenberg's container that the service does not have. */
const settings = [
  /^API_(ROOT_PATH|ENABLE_DEBUG_ROUTE|ENABLE_OIDC_AUTH|OIDC_)/,
  /_DISABLE_ROUTES$/,
  /^CHROMIUM_(ALLOW_LIST|DENY_|CLEAR_|MAX_|RESTART_|DISABLE_JAVASCRIPT)/,
  /^PROMETHEUS_/,
  /^GOTENBERG_BUILD_/,
  /^WEBHOOK_ENABLE_SYNC_MODE$/,
  /^TZ$/,
];

/** Routes that the service serves without a key or does not have, texts of its own, and pages that share no storage. */
const differences =
  /^GET \/(?:version)? \(Basic Auth\)|^GET \/favicon\.ico|^GET \/(?:version)?$|localStorage leaks/;

/** The scenarios that fail on purpose, and why: see `docs/gotenberg.md`. */
const onPurpose: readonly RegExp[] = [
  // The browser has no window and requests no `/favicon.ico`.
  /^POST \/forms\/chromium\/convert\/url \(Fail On Resource HTTP Status Codes\)$/,
  // A PDF without tags cannot become PDF/UA: what is declared is valid, and only the author can state the structure.
  /^POST \/forms\/pdfengines\/(?:convert|merge|split) \(.*PDF\/UA-1/,
];

/** Features about what the service has elsewhere, or not at all. */
const features = ['debug', 'prometheus_metrics'];

/** Names of the settings that a scenario starts its container with. */
export const settingsOf = ({ steps }: Scenario): string[] =>
  steps
    .filter(({ text }) => text.includes('environment variable'))
    .flatMap(({ rows }) => rows.map(([name = '']) => name));

/** Scenarios about what one of Gotenberg's engines cannot do. */
const engines = /pdftk unsupported|^POST .*\(PDFtk - user password only\)/;

/** Whether a scenario is about something that the service does. */
export const isApplicable = (feature: string, scenario: Scenario): boolean =>
  !features.includes(feature) &&
  !engines.test(scenario.name) &&
  !differences.test(scenario.name) &&
  !onPurpose.some((pattern) => pattern.test(scenario.name)) &&
  !settingsOf(scenario).some((name) => settings.some((pattern) => pattern.test(name)));
