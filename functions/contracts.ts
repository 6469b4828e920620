import { contract as convertDocx } from './convert-docx/contract.ts';
import { contract as convertPptx } from './convert-pptx/contract.ts';
import { contract as convertXlsx } from './convert-xlsx/contract.ts';
import { contract as createUpload } from './create-upload/contract.ts';
import { contract as deleteFile } from './delete-file/contract.ts';
import { contract as deleteJob } from './delete-job/contract.ts';
import { contract as deleteUpload } from './delete-upload/contract.ts';
import { contract as docs } from './docs/contract.ts';
import { assetContract, pageContract } from './docs/page-contracts.ts';
import { contract as getFile } from './get-file/contract.ts';
import { contract as getJob } from './get-job/contract.ts';
import { contract as getJobResult } from './get-job-result/contract.ts';
import { contract as getUsage } from './get-usage/contract.ts';
import { contract as health } from './health/contract.ts';
import { contract as htmlFile } from './html-file/contract.ts';
import { contract as htmlUrl } from './html-url/contract.ts';
import { contract as listJobs } from './list-jobs/contract.ts';
import { contract as mergePdf } from './merge-pdf/contract.ts';
import { contract as splitPdf } from './split-pdf/contract.ts';
import type { Contract } from '#lib/http/contract.ts';

/** Every endpoint of the API. Routes, functions and the OpenAPI description are made from this list. */
export const contracts: readonly Contract[] = [
  mergePdf,
  splitPdf,
  htmlFile,
  htmlUrl,
  convertDocx,
  convertXlsx,
  convertPptx,
  listJobs,
  getJob,
  getJobResult,
  deleteJob,
  getFile,
  deleteFile,
  createUpload,
  deleteUpload,
  getUsage,
  health,
  docs,
  pageContract,
];

/** Routes that are none of the API's endpoints, so that its description does not have them. */
export const unlistedContracts: readonly Contract[] = [assetContract];
