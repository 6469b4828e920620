import { contract } from '#lib/api/contracts/convert-xlsx.ts';
import { officeEndpoint } from '../office-endpoint.ts';

export const handler = officeEndpoint(contract, { type: 'xlsx-to-pdf', kind: 'xlsx' }, process.env);
