import { contract } from '#lib/api/contracts/convert-pptx.ts';
import { officeEndpoint } from '../office-endpoint.ts';

export const handler = officeEndpoint(contract, { type: 'pptx-to-pdf', kind: 'pptx' }, process.env);
