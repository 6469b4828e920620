import { contract } from '#lib/api/contracts/html-url.ts';
import { renderUrl } from '#lib/conversions/html/render-url.ts';
import { renderingEndpoint } from '../rendering-endpoint.ts';

export const handler = renderingEndpoint(contract, process.env, renderUrl);
