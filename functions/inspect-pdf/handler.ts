import { contract } from '#lib/api/contracts/inspect-pdf.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { downloadSettingsOf } from '#lib/conversions/inputs/download-settings.ts';
import { inMemory } from '#lib/conversions/inputs/receive-download.ts';
import { readyRequest } from '#lib/conversions/inputs/ready-request.ts';
import { inspectPdf } from '#lib/conversions/pdf/inspect-pdf.ts';
import { InputMemory } from '#lib/files/input-memory.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { formReader } from '#lib/http/form-reader.ts';
import { json } from '#lib/http/response.ts';
import { responseModeOf } from '#lib/http/response-mode.ts';
import { conversionVariables, openConversionStores } from '#lib/storage/open-stores.ts';
import { inputSources } from '../open-submission.ts';
import { openPdfThread } from '../open-pdf-thread.ts';

const stores = openConversionStores(requireVariables(process.env, ...conversionVariables));
const downloads = downloadSettingsOf(process.env);
const pdf = openPdfThread(process.env, import.meta.dirname);
const memory = new InputMemory();
const options = {
  logger: openLog(contract.name, process.env),
  converts: true,
  startsEarly: true,
  admission: stores.admission,
  readForm: formReader(inputSources({ ...stores, ...downloads }, memory)),
  memory,
  responses: responseModeOf(process.env),
};

export const handler = httpEndpoint(contract, options, async (request) => {
  const { files, fields, deadline, admitted } = await readyRequest(request, inMemory(memory), downloads);
  const report = await inspectPdf(
    { file: files.file, ...fields },
    { pdf, uploads: stores.uploads, deadline, admitted },
  );
  return json(200, report);
});
