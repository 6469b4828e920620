/** A long test, campaign or measurement that `npm test` leaves out. */
export interface Suite {
  /** What it does; what it needs besides the layers; about how long it takes. */
  description: string;
  /** Arguments of Node.js: its options, the program relative to the project's folder, and the program's first arguments. */
  command: readonly string[];
}

const vitest = (...projects: readonly string[]): readonly string[] => [
  'node_modules/vitest/vitest.mjs',
  'run',
  ...projects.flatMap((project) => ['--project', project]),
];

/** All suites by the names that `npm run suite -- <name>` takes. */
export const suites: Readonly<Record<string, Suite>> = {
  ci: {
    description: 'The other tests that CI runs: engines, canaries, and the whole service over HTTP.',
    command: vitest('engines', 'integration'),
  },
  'bench:pdf': {
    description: 'Merging and splitting beside native tools and plain pdf-lib.',
    command: ['test/bench/pdf/run.ts'],
  },
  canaries: {
    description: 'What the documents of test/security get hold of in a plain LibreOffice; needs its soffice.',
    command: ['test/security/canary-control.ts'],
  },
  chaos: {
    description: 'Clients at work while processes are killed, stores fail and disks fill; ten minutes.',
    command: ['test/chaos/run.ts'],
  },
  contract: {
    description: 'The service against its OpenAPI description, linted and fuzzed; needs Python 3.',
    command: ['test/contract/run.ts'],
  },
  corpus: {
    description: 'Every document below a folder of yours, through the service.',
    command: ['test/corpus/run.ts'],
  },
  exhaustion: {
    description: 'Pages and servers that try to use everything up; minutes.',
    command: ['test/security/render/run.ts', 'exhaustion'],
  },
  'fuzz:coverage': {
    description: 'The PDF engine, guided by the branches that inputs reach; needs glibc 2.38.',
    command: ['test/fuzz/coverage.ts'],
  },
  'fuzz:html': {
    description: 'Pages that a grammar makes, in one renderer.',
    command: ['test/fuzz/html.ts'],
  },
  'fuzz:http': {
    description: 'Changed requests over sockets to a local run.',
    command: ['test/fuzz/http.ts'],
  },
  'fuzz:office': {
    description: 'Changed office documents, up to the checks before LibreOffice.',
    command: ['test/fuzz/office.ts'],
  },
  'fuzz:pdf': {
    description: 'Changed PDFs, merged and split, read by MuPDF and PDFium; needs mutool.',
    command: ['test/fuzz/pdf-conversions.ts'],
  },
  'fuzz:pdf-reader': {
    description: 'Changed PDFs through the reader, compared with MuPDF and PDFium; needs mutool.',
    command: ['test/fuzz/pdf-reader.ts'],
  },
  'fuzz:requests': {
    description: 'Changed requests through parsing and validation.',
    command: ['test/fuzz/requests.ts'],
  },
  large: {
    description: 'Inputs of 100 and 250 MB through a local run.',
    command: ['test/large/run.ts'],
  },
  load: {
    description: 'How many mixed requests a second the machine holds, and twice as many; ten minutes.',
    command: ['test/load/run.ts'],
  },
  recovery: {
    description: 'Jobs whose worker is killed, and one that never ends; ten minutes.',
    command: ['test/recovery/run.ts'],
  },
  security: {
    description: 'Attacks of rendered pages in a network of their own; minutes.',
    command: ['test/security/render/run.ts', 'attacks'],
  },
  soak: {
    description: 'Two hundred renderings in a row: memory and open files must not grow.',
    command: ['--expose-gc', 'test/soak/renderer.ts'],
  },
  'verify:cage': {
    description: 'Bundles and layers with no more than Lambda has; needs root and Docker Engine.',
    command: ['test/verify/cage.ts'],
  },
  'verify:deploy': {
    description: 'A deployment to moto and MiniStack in place of AWS; needs Python 3.10.',
    command: ['test/verify/deploy.ts'],
  },
  'verify:sam': {
    description: 'Every function in a container, by npm run sam; needs a Docker engine or root.',
    command: ['test/verify/sam.ts'],
  },
};
