import { join } from 'node:path';
import { ApiDescription } from '#lib/docs/api-description.ts';
import { respondWithPageFile } from '#lib/docs/respond-with-page-file.ts';
import { respondEncoded } from '#lib/docs/encoded-response.ts';
import { PageFiles } from '#lib/docs/page-files.ts';
import { assetHeaders, guideHeaders, pageHeaders } from '#lib/docs/page-headers.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { storageOrigin } from '#lib/storage/s3/storage-origin.ts';
import { byRoute } from '#lib/http/by-route.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { openObjects } from '#lib/storage/open-stores.ts';
import { contract } from '#lib/api/contracts/docs.ts';
import openapi from './openapi.json' with { type: 'json' };
import { docsFileContract, pageContract } from '#lib/api/contracts/docs-pages.ts';
import '#lib/storage/s3/sdk.ts';

const { BUCKET_NAME } = requireVariables(process.env, 'BUCKET_NAME');
const options = { logger: openLog(contract.name, process.env) };
const files = new PageFiles(join(import.meta.dirname, 'page'));
const objects = openObjects(BUCKET_NAME);
const description = new ApiDescription(openapi);

export const handler = byRoute({
  [contract.path]: httpEndpoint(contract, options, (request) =>
    respondEncoded(description.at(request.baseUrl), request, { 'cache-control': 'no-cache' }),
  ),
  [pageContract.path]: httpEndpoint(pageContract, options, async (request) => {
    // URLs in the page are relative, so that it works behind any stage, domain or proxy.
    if (request.requestPath.endsWith('/')) return { status: 308, headers: { location: '../docs' } };
    return respondWithPageFile(files, 'index.html', request, pageHeaders(await storageOrigin(objects)));
  }),
  [docsFileContract.path]: httpEndpoint(docsFileContract, options, async (request) => {
    const name = request.path.file.replace(/\/$/, '');
    if (request.requestPath.endsWith('/')) {
      return { status: 308, headers: { location: `../${name.split('/').at(-1) ?? ''}` } };
    }
    // The URL in the `type` of problems.
    if (name === 'errors') return { status: 308, headers: { location: 'guides/errors' } };
    if (!/^guides(\/|$)/.test(name)) return respondWithPageFile(files, name, request, assetHeaders);
    return respondWithPageFile(files, `${name}.html`, request, guideHeaders);
  }),
});
