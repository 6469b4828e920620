import { contract } from '#lib/api/contracts/html-file.ts';
import { renderHtmlFile } from '#lib/conversions/html/render-file.ts';
import { renderingEndpoint } from '../rendering-endpoint.ts';

export const handler = renderingEndpoint(contract, process.env, renderHtmlFile);
