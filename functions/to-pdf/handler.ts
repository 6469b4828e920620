import { contract } from '#lib/api/contracts/to-pdf.ts';
import { officeEndpoint } from '../office-endpoint.ts';

export const handler = officeEndpoint(contract, { type: 'to-pdf' }, process.env);
