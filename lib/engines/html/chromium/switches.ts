/**
 * Chromium's command line. It is complete, because neither puppeteer's defaults, which are for testing pages, nor those
 * of @sparticuz/chromium, which disable web security, are suitable.
 *
 * Sources: https://peter.sh/experiments/chromium-command-line-switches and the feature names in Chromium's code.
 */

/** Neither Lambda nor most containers support Chromium's sandbox; other measures confine the process. */
const processes = [
  '--headless',
  '--no-sandbox',
  // Lambda has no /dev/shm.
  '--disable-dev-shm-usage',
];

/** How page processes start: `forked` from the zygote, or each `started` as a new program. */
export type PageProcesses = 'forked' | 'started';

const pageProcesses: Record<PageProcesses, string> = {
  // The second zygote, for processes that never use a sandbox: a browser has only one of them.
  forked: '--no-unsandboxed-zygote',
  started: '--no-zygote',
};

/** Allows no network access except through the proxy of each context. */
const network = [
  // For traffic outside any context: a port on which nothing listens.
  '--proxy-server=http://127.0.0.1:9',
  // Includes loopback, which Chromium otherwise reaches directly.
  '--proxy-bypass-list=<-loopback>',
  // Disables DNS in Chromium; the proxies are at this address.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // WebRTC bypasses proxies. Without "force-" the policy has no effect here.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
];

/** Makes pages look the same on every machine. */
const drawing = [
  // Without it, images higher than 8192 pixels silently repeat from the top.
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--in-process-gpu',
  // Decodes images before they are drawn, not in the background.
  '--disable-checker-imaging',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  // Invisible scrollbars that take no space: for those that do, Chromium lays out each page twice that is higher than
  // its window.
  '--hide-scrollbars',
  '--enable-features=OverlayScrollbar',
];

/** Prevents throttling of pages in the background. */
const attention = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
];

/** Disables dialogs, prompts, sound, reports and persistence. */
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
  // Each would start another process or contact a server.
  'AudioServiceOutOfProcess',
  'MediaRouter',
  'OptimizationHints',
  'Translate',
  // A new frame for each document would cost a seventh of a small page, and puppeteer expects none.
  'RenderDocument',
  // Requests URLs as given, without trying https first.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
];

/**
 * @param scriptMemory V8 heap limit of one page in megabytes; the page crashes above it
 * @param beginning how page processes start
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
