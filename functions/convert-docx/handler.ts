import { contract } from '#lib/api/contracts/convert-docx.ts';
import { officeEndpoint } from '../office-endpoint.ts';

export const handler = officeEndpoint(contract, { type: 'docx-to-pdf', kind: 'docx' }, process.env);
