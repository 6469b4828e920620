/**
 * How Chromium is started. All of it is said here, since puppeteer's defaults, which are for testing pages, and those of
 * @sparticuz/chromium, which switch web security off, are both not wanted.
 *
 * Sources: https://peter.sh/experiments/chromium-command-line-switches and the features' names in Chromium's code.
 */

/** Neither Lambda nor most containers allow Chromium's sandbox; what the process may reach is bounded elsewhere. */
const processes = [
  '--headless',
  '--no-sandbox',
  // Lambda has no /dev/shm.
  '--disable-dev-shm-usage',
];

/** How the processes of pages begin: `forked` from one that is ready, the zygote, or each as a new program. */
export type PageProcesses = 'forked' | 'started';

const pageProcesses: Record<PageProcesses, string> = {
  // The other zygote, for processes that are never in a sandbox: there is one such, once in a browser's life.
  forked: '--no-unsandboxed-zygote',
  started: '--no-zygote',
};

/** No way to the network but the proxy that each context names. */
const network = [
  // For what belongs to no context: a port on which nothing listens.
  '--proxy-server=http://127.0.0.1:9',
  // Loopback is no exception: without this, Chromium goes to it directly.
  '--proxy-bypass-list=<-loopback>',
  // It asks no name server; the proxies are at this address.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // WebRTC passes proxies by. Without "force-" the policy has no effect here.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
];

/** What a page draws is the same on every machine. */
const drawing = [
  // Without it, pictures higher than 8192 pixels silently begin again at the top.
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--in-process-gpu',
  // Pictures are decoded before they are drawn, not when it suits.
  '--disable-checker-imaging',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
];

/** A page that nobody looks at is not slowed down for that. */
const attention = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
];

/** Nothing pops up, is asked, played, reported or kept. */
const silence = [
  '--block-new-web-contents',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-prompt-on-repost',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--password-store=basic',
];

const disabledFeatures = [
  // Each would start another process, or talk to somebody.
  'AudioServiceOutOfProcess',
  'MediaRouter',
  'OptimizationHints',
  'Translate',
  // A URL is asked for as it was given, not with https first.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
];

/**
 * @param scriptMemory megabytes that the scripts of one page may take; the page crashes above
 * @param beginning of the processes of pages
 */
export function browserSwitches(profile: string, scriptMemory: number, beginning: PageProcesses): string[] {
  return [
    ...processes,
    pageProcesses[beginning],
    ...network,
    ...drawing,
    ...attention,
    ...silence,
    `--disable-features=${disabledFeatures.join(',')}`,
    `--js-flags=--max-old-space-size=${scriptMemory}`,
    `--user-data-dir=${profile}`,
  ];
}
