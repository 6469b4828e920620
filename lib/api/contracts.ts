import { contract as convertDocx } from './contracts/convert-docx.ts';
import { contract as convertOffice } from './contracts/convert-office.ts';
import { contract as convertPptx } from './contracts/convert-pptx.ts';
import { contract as convertXlsx } from './contracts/convert-xlsx.ts';
import { contract as createUpload } from './contracts/create-upload.ts';
import { contract as createUploads } from './contracts/create-uploads.ts';
import { contract as deleteFile } from './contracts/delete-file.ts';
import { contract as deleteJob } from './contracts/delete-job.ts';
import { contract as deleteUpload } from './contracts/delete-upload.ts';
import { contract as docs } from './contracts/docs.ts';
import { docsFileContract, pageContract } from './contracts/docs-pages.ts';
import { contract as editPdf } from './contracts/edit-pdf.ts';
import { contract as getFile } from './contracts/get-file.ts';
import { contract as getJob } from './contracts/get-job.ts';
import { contract as getJobResult } from './contracts/get-job-result.ts';
import { contract as getUsage } from './contracts/get-usage.ts';
import { contract as health } from './contracts/health.ts';
import { contract as htmlFile } from './contracts/html-file.ts';
import { contract as htmlMarkdown } from './contracts/html-markdown.ts';
import { contract as htmlUrl } from './contracts/html-url.ts';
import { contract as inspectPdf } from './contracts/inspect-pdf.ts';
import { contract as listJobs } from './contracts/list-jobs.ts';
import { contract as mergePdf } from './contracts/merge-pdf.ts';
import { contract as pdfImages } from './contracts/pdf-images.ts';
import { contract as pdfText } from './contracts/pdf-text.ts';
import { contract as splitPdf } from './contracts/split-pdf.ts';
import { contract as thumbnail } from './contracts/thumbnail.ts';
import { contract as toPdf } from './contracts/to-pdf.ts';
import { contract as validatePdf } from './contracts/validate-pdf.ts';
import type { Contract } from './contract.ts';

const listed = [
  mergePdf,
  splitPdf,
  editPdf,
  inspectPdf,
  validatePdf,
  pdfImages,
  thumbnail,
  pdfText,
  htmlFile,
  htmlUrl,
  htmlMarkdown,
  convertDocx,
  convertXlsx,
  convertPptx,
  toPdf,
  convertOffice,
  listJobs,
  getJob,
  getJobResult,
  deleteJob,
  getFile,
  deleteFile,
  createUpload,
  createUploads,
  deleteUpload,
  getUsage,
  health,
  docs,
  pageContract,
] as const;

/** The contracts of the endpoints, with their literal types. */
export type ListedContract = (typeof listed)[number];

/** Every endpoint of the API. Routes, functions and the OpenAPI description are derived from this list. */
export const contracts: readonly Contract[] = listed;

const unlisted = [docsFileContract] as const;

/** The contracts of all routes, with their literal types. */
export type RoutedContract = ListedContract | (typeof unlisted)[number];

/** Routes that are not API endpoints, and are therefore not in the OpenAPI description. */
export const unlistedContracts: readonly Contract[] = unlisted;
