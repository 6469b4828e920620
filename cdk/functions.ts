import type { FunctionOf } from '#lib/api/contract.ts';
import type { RoutedContract } from '#lib/api/contracts.ts';
import {
  bindDownloads,
  converting,
  jobTimeout,
  markdownRendering,
  officeSubmission,
  pdfConversion,
  pdfDrawing,
  pdfReading,
  relaying,
  rendering,
  small,
} from './function-kinds.ts';
import type { FunctionRow } from './function-row.ts';
import {
  mailPrograms,
  markdownPrograms,
  pdfiumPrograms,
  pdfPrograms,
  picturePrograms,
} from './thread-programs.ts';

/** The functions that serve contracts. The compiler requires a row for each contract. */
const endpoints = {
  'merge-pdf': pdfConversion,
  'split-pdf': pdfConversion,
  'edit-pdf': pdfConversion,
  'inspect-pdf': {
    ...converting,
    programs: pdfPrograms,
    thread: 'pdf-worker',
    bind(fn, { stores, planCaps, parameters }) {
      stores.bindInputReading(fn);
      planCaps.bind(fn, 'runningConversions', 'monthlyDocuments');
      bindDownloads(fn, parameters);
    },
  },
  'validate-pdf': {
    ...converting,
    programs: pdfPrograms,
    thread: 'pdf-worker',
    bind(fn, { stores, planCaps, parameters, conformance }) {
      stores.bindInputReading(fn);
      planCaps.bind(fn, 'runningConversions', 'monthlyDocuments');
      bindDownloads(fn, parameters);
      conformance.bindRequests(fn, stores);
    },
  },
  'pdf-images': pdfDrawing,
  thumbnail: {
    ...pdfDrawing,
    bind(fn, service) {
      pdfDrawing.bind?.(fn, service);
      service.rendering.bindAvailability(fn);
      service.office.bindRequests(fn);
      service.planCaps.bind(fn, 'heldCalls');
    },
  },
  'pdf-text': pdfReading,
  'html-file': rendering,
  'html-url': rendering,
  'html-markdown': markdownRendering,
  'convert-docx': officeSubmission,
  'convert-xlsx': officeSubmission,
  'convert-pptx': officeSubmission,
  'to-pdf': {
    ...officeSubmission,
    bind(fn, service) {
      officeSubmission.bind?.(fn, service);
      service.jobs.queues.pdf.bindSending(fn);
      service.rendering.bindAvailability(fn);
    },
  },
  'convert-office': officeSubmission,
  'list-jobs': { ...small, bind: (fn, { stores }) => stores.bindJobListing(fn) },
  'get-job': {
    ...small,
    bind(fn, { stores, planCaps, parameters }) {
      stores.bindJobWaiting(fn);
      planCaps.bind(fn, 'heldCalls');
      fn.setVariables({ MAX_JOB_WAIT_SECONDS: parameters.maxJobWaitSeconds });
    },
  },
  'get-job-result': { ...small, bind: (fn, { stores }) => stores.bindFileReading(fn) },
  'delete-job': { ...small, bind: (fn, { stores }) => stores.bindJobDeletion(fn) },
  'get-file': { ...small, bind: (fn, { stores }) => stores.bindFileReading(fn) },
  'delete-file': { ...small, bind: (fn, { stores }) => stores.bindFileDeletion(fn) },
  'create-upload': {
    ...small,
    bind(fn, { stores, planCaps, parameters }) {
      stores.bindUploadCreation(fn, parameters.maxUploadMegabytes);
      planCaps.bind(fn, 'openUploadMegabytes');
    },
  },
  'delete-upload': { ...small, bind: (fn, { stores }) => stores.bindUploadDeletion(fn) },
  'get-usage': { ...small, bind: (fn, { stores }) => stores.bindUsageReading(fn) },
  health: { ...small, bind: (fn, { version }) => fn.setVariables({ SERVICE_VERSION: version }) },
  docs: { ...small, bind: (fn, { stores }) => stores.bindNaming(fn) },
} satisfies Record<FunctionOf<RoutedContract>, FunctionRow>;

/** The functions that API Gateway, queues, schedules and other functions invoke. */
const others = {
  authorizer: { ...small, bind: (fn, { stores }) => stores.bindKeys(fn) },
  'forms-authorizer': { ...small, bind: (fn, { stores }) => stores.bindKeys(fn) },
  // The routes of Gotenberg.
  'gotenberg-pdfengines': pdfConversion,
  'gotenberg-chromium': markdownRendering,
  'gotenberg-libreoffice': {
    ...relaying,
    engine: 'fonts',
    programs: pdfPrograms,
    bind(fn, service) {
      officeSubmission.bind?.(fn, service);
      service.jobs.queues.pdf.bindSending(fn);
      service.rendering.bindDrawing(fn);
      service.conformance.bindRequests(fn, service.stores);
    },
  },
  'not-found': small,
  'office-worker': {
    // LibreOffice runs on one processor. More memory costs more, and converts only larger documents.
    memory: 2048,
    // For one conversion, including downloading and storing.
    timeout: 120,
    // LibreOffice's unpacked libraries (150 MB), three copies of a document of 250 MB (uploaded, decrypted, without
    // links), and a result of up to 1 GB, or of up to 500 MB with a copy.
    storage: 2048,
    engine: 'libreOffice',
    programs: {
      host: 'lib/engines/office/libreoffice/host.ts',
      template: 'lib/engines/office/libreoffice/template.ts',
      'decrypt-worker': 'lib/engines/office/decrypt-worker.ts',
      ...pdfPrograms,
    },
    native: true,
    bind(fn, { stores, jobs, office, rendering, conformance, webhooks, parameters }) {
      fn.setMemory(parameters.officeWorkerMegabytes);
      jobs.queues.office.bindWork(fn, stores);
      jobs.queues.pdf.bindSending(fn);
      rendering.bindDrawing(fn);
      bindDownloads(fn, parameters);
      office.bindEngine(fn);
      conformance.bindRequests(fn, stores);
      webhooks.bindQueueing(fn);
    },
  },
  'html-worker': {
    ...relaying,
    timeout: jobTimeout,
    engine: 'fonts',
    programs: { ...pdfPrograms, ...markdownPrograms, ...mailPrograms },
    bind(fn, { stores, jobs, rendering, conformance, webhooks, parameters }) {
      jobs.queues.html.bindWork(fn, stores);
      jobs.queues.pdf.bindSending(fn);
      bindDownloads(fn, parameters);
      rendering.bindRequests(fn, stores);
      conformance.bindRequests(fn, stores);
      webhooks.bindQueueing(fn);
    },
  },
  'pdf-worker': {
    ...converting,
    timeout: jobTimeout,
    engine: 'fonts',
    programs: { ...pdfPrograms, ...pdfiumPrograms, ...picturePrograms },
    bind(fn, { stores, jobs, rendering, conformance, webhooks, parameters }) {
      jobs.queues.pdf.bindWork(fn, stores);
      for (const queue of Object.values(jobs.queues)) queue.bindSending(fn);
      rendering.bindDrawing(fn);
      conformance.bindRequests(fn, stores);
      bindDownloads(fn, parameters);
      webhooks.bindQueueing(fn);
    },
  },
  renderer: {
    ...converting,
    // As long as the longest job: the renderer itself ends at the deadline of each request.
    timeout: jobTimeout,
    // Chromium unpacked (200 MB), the files of a request (250 MB), Chromium's profile and shared memory (250 MB), and room.
    storage: 1536,
    engine: 'chromium',
    // Untrusted pages run in it, so its role has no permissions.
    xray: false,
    native: true,
    bind: (fn, service) => service.rendering.bindEngine(fn),
  },
  'conformance-checker': {
    // A full core.
    memory: 1769,
    // As long as the longest job: the checker itself ends at the deadline of each request.
    timeout: jobTimeout,
    // A result of up to 500 MB, and room.
    storage: 1024,
    engine: 'veraPdf',
    programs: { launcher: 'lib/engines/conformance/launcher.ts' },
    // It reads untrusted files, so its role has no permissions.
    xray: false,
    native: true,
    bind: (fn, service) => service.conformance.bindEngine(fn),
  },
  'dead-job': { ...small, bind: (fn, { stores, jobs }) => jobs.bindEnding(fn, stores) },
  sweep: {
    ...small,
    bind(fn, { stores, jobs, webhooks }) {
      jobs.bindSweeping(fn, stores);
      webhooks.bindQueueing(fn);
    },
  },
  'webhook-sender': {
    ...small,
    // Twice the timeout of a receiver.
    timeout: 30,
    bind: (fn, { stores, webhooks }) => webhooks.bindSending(fn, stores),
  },
} satisfies Record<string, FunctionRow>;

export type FunctionName = keyof typeof endpoints | keyof typeof others;

/** All Lambda functions of the service. Bundles, stack and dashboard derive from this table. */
export const functionTable: Readonly<Record<FunctionName, FunctionRow>> = { ...endpoints, ...others };

export const functionNames = Object.keys(functionTable) as FunctionName[];

/** The name of a function's folder, or of a queue, as that of a resource: `merge-pdf` as `MergePdf`. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
