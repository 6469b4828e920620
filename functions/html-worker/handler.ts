import { htmlFileWork, htmlUrlWork } from '#lib/conversions/html/html-work.ts';
import { jobWorker, openWorker } from '../job-worker.ts';
import { openRenderer } from '../open-renderer.ts';

const stores = openWorker('html-worker', process.env);
const work = { ...stores, renderer: openRenderer(process.env) };

/** Has the pages of jobs rendered. */
export const handler = jobWorker(stores, { 'html-file': htmlFileWork(work), 'html-url': htmlUrlWork(work) });
