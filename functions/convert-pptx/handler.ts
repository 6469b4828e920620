import { contract } from '#lib/api/contracts/convert-pptx.ts';
import { officeEndpoint } from '../office-endpoint.ts';

export const handler = officeEndpoint('pptx', contract, process.env);
