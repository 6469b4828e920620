/** A long test, campaign or measurement that `npm test` leaves out. */
export interface Suite {
  /** What it does, what it needs besides the layers, and about how long it takes. */
  description: string;
  /** Arguments of Node.js: its options, the program relative to the project's folder, and the program's arguments. */
  command: readonly string[];
  /** Whether `.github/workflows/nightly.yml` runs it. */
  nightly?: true;
}

const vitest = (...projects: readonly string[]): readonly string[] => [
  'node_modules/vitest/vitest.mjs',
  'run',
  ...projects.flatMap((project) => ['--project', project]),
];

/** All suites by name, as in `npm run suite -- <name>`. */
export const suites: Readonly<Record<string, Suite>> = {
  ci: {
    description: 'The other tests of CI: engines, canaries, and the whole service over HTTP.',
    command: vitest('engines', 'integration'),
  },
  'bench:compress': {
    description: 'Compression of PDFs, compared with Ghostscript, qpdf, MuPDF and Gotenberg; needs poppler.',
    command: ['test/bench/compress/run.ts'],
  },
  'bench:similarity': {
    description: 'What limits of the similarity do to the images of PDFs that are compressed.',
    command: ['test/bench/compress/similarity.ts'],
  },
  'bench:pdf': {
    description: 'Merging and splitting, compared with native tools and plain pdf-lib.',
    command: ['test/bench/pdf/run.ts'],
  },
  canaries: {
    description: 'What the documents of test/security access in a plain LibreOffice; needs soffice.',
    command: ['test/security/canary-control.ts'],
  },
  chaos: {
    description: 'Clients under load while processes are killed, stores fail and disks fill up; ten minutes.',
    command: ['test/chaos/run.ts'],
    nightly: true,
  },
  contract: {
    description: 'The service against its OpenAPI description, linted and fuzzed; needs Python 3.',
    command: ['test/contract/run.ts'],
    nightly: true,
  },
  corpus: {
    description: 'Converts all documents below a folder and opens the results; needs qpdf and poppler.',
    command: ['test/corpus/run.ts'],
    nightly: true,
  },
  'corpus:conformance': {
    description: 'Converts documents to PDF/A and PDF/UA and validates the results; long.',
    command: ['test/corpus/conformance/run.ts'],
  },
  gotenberg: {
    description:
      "Gotenberg's own scenarios, of a checkout of its repository, against a local run; needs qpdf, poppler and veraPDF.",
    command: ['test/gotenberg/run.ts'],
  },
  'gotenberg:mixed': {
    description:
      "1,000 requests of two clients to Gotenberg's routes, half of them with webhooks: each gets its own responses.",
    command: ['test/gotenberg/mixed.ts'],
  },
  'corpus:edits': {
    description:
      'Edits all PDFs below a folder and opens the results in five readers; needs qpdf, poppler, mutool.',
    command: ['test/corpus/run.ts', '--edits'],
    nightly: true,
  },
  'corpus:pictures': {
    description: 'Draws all PDFs below a folder and compares the pictures with those of poppler and MuPDF.',
    command: ['test/corpus/pictures/run.ts'],
    nightly: true,
  },
  'corpus:text': {
    description: 'Reads the text of all PDFs below a folder and compares its words with those of poppler.',
    command: ['test/corpus/text/run.ts'],
    nightly: true,
  },
  'corpus:validation': {
    description: "Validates all PDFs below a folder and compares with the verdicts in veraPDF's file names.",
    command: ['test/corpus/conformance/validation.ts'],
  },
  deadlines: {
    description: 'A page that takes 45 seconds, with the deadlines of two plans and as a job; two minutes.',
    command: ['test/deadlines/run.ts'],
    nightly: true,
  },
  exhaustion: {
    description: 'Pages and servers that try to exhaust the renderer; minutes.',
    command: ['test/security/render/run.ts', 'exhaustion'],
    nightly: true,
  },
  'fuzz:coverage': {
    description: 'PDFs through the PDF engine, guided by branch coverage; needs glibc 2.38.',
    command: ['test/fuzz/coverage.ts'],
    nightly: true,
  },
  'fuzz:html': {
    description: 'Pages that a grammar generates, in one renderer.',
    command: ['test/fuzz/html.ts'],
    nightly: true,
  },
  'fuzz:http': {
    description: 'Mutated requests over sockets to a local run.',
    command: ['test/fuzz/http.ts'],
    nightly: true,
  },
  'fuzz:libreoffice': {
    description: 'Mutated documents of each family of formats, converted in forks of LibreOffice.',
    command: ['test/fuzz/office-conversions/run.ts'],
    nightly: true,
  },
  'fuzz:office': {
    description: 'Mutated office documents, through all checks before LibreOffice.',
    command: ['test/fuzz/office.ts'],
    nightly: true,
  },
  'fuzz:pdf': {
    description: 'Mutated PDFs, merged and split, read by MuPDF and PDFium; needs mutool.',
    command: ['test/fuzz/pdf-conversions.ts'],
    nightly: true,
  },
  'fuzz:pdf-pictures': {
    description: 'Mutated PDFs, drawn as pictures.',
    command: ['test/fuzz/pdf-pictures.ts'],
    nightly: true,
  },
  'fuzz:pdf-reader': {
    description: 'Mutated PDFs through the reader, compared with MuPDF and PDFium; needs mutool.',
    command: ['test/fuzz/pdf-reader.ts'],
    nightly: true,
  },
  'fuzz:pdf-text': {
    description: 'Mutated PDFs, whose text is read in all formats.',
    command: ['test/fuzz/pdf-text.ts'],
    nightly: true,
  },
  'fuzz:requests': {
    description: 'Mutated requests through parsing and validation.',
    command: ['test/fuzz/requests.ts'],
    nightly: true,
  },
  large: {
    description: 'Inputs of 100 and 250 MB through a local run.',
    command: ['test/large/run.ts'],
    nightly: true,
  },
  load: {
    description:
      'Mixed requests at the highest rate that the machine sustains, and at twice that; ten minutes.',
    command: ['test/load/run.ts'],
    nightly: true,
  },
  recovery: {
    description: 'Jobs whose worker is killed, and a job that never ends; ten minutes.',
    command: ['test/recovery/run.ts'],
    nightly: true,
  },
  security: {
    description: 'Attacks by rendered pages, in an isolated network; minutes.',
    command: ['test/security/render/run.ts', 'attacks'],
    nightly: true,
  },
  soak: {
    description: 'Two hundred renderings in a row: memory and open files must not grow.',
    command: ['--expose-gc', 'test/soak/renderer.ts'],
    nightly: true,
  },
  'verify:cage': {
    description: 'Bundles and layers with the resources of Lambda; needs root and Docker Engine.',
    command: ['test/verify/cage.ts'],
  },
  'verify:deploy': {
    description: 'A deployment to moto and MiniStack instead of AWS; needs Python 3.10.',
    command: ['test/verify/deploy.ts'],
    nightly: true,
  },
  'verify:sam': {
    description: 'Each function in a container, through npm run sam; needs Docker Engine or root.',
    command: ['test/verify/sam.ts'],
  },
  'verify:stack': {
    description: 'A deployed stack, from outside: every operation, and what is not confirmed on AWS.',
    command: ['test/verify/stack.ts'],
  },
};
