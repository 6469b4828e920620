import { requireVariables } from '#lib/base/environment.ts';
import { downloadSettingsOf } from '#lib/conversions/inputs/download-settings.ts';
import { pdfContracts } from '#lib/gotenberg/contracts/pdf-contracts.ts';
import { downloadsFrom } from '#lib/gotenberg/form/download-from.ts';
import { outputOf } from '#lib/gotenberg/http/output.ts';
import { respondWithOutput } from '#lib/gotenberg/http/respond.ts';
import { PdfOperations } from '#lib/gotenberg/operations/pdf-operations.ts';
import { pdfRoutes } from '#lib/gotenberg/routes/pdf-routes.ts';
import { json } from '#lib/http/response.ts';
import { conversionVariables, openConversionStores } from '#lib/storage/open-stores.ts';
import { gotenbergFamily } from '../gotenberg-family.ts';
import { openPdfThread } from '../open-pdf-thread.ts';

const { admission, uploads } = openConversionStores(requireVariables(process.env, ...conversionVariables));
const pdf = openPdfThread(process.env, import.meta.dirname);

export const handler = gotenbergFamily('pdfengines', process.env, {
  contracts: pdfContracts,
  admission,
  download: downloadsFrom(downloadSettingsOf(process.env)),
  async serve(route, form, { deadline, inlineBytes, outputName }) {
    const convert = pdfRoutes[route as keyof typeof pdfRoutes];
    const result = await convert(form, new PdfOperations({ pdf, uploads, deadline }));
    if ('json' in result) return json(200, result.json);
    return respondWithOutput(outputOf(result.files, outputName), inlineBytes);
  },
});
