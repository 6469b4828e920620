import type { Contract } from '../../api/contract.ts';
import { pdfContracts } from './pdf-contracts.ts';

/** The contracts of the routes of Gotenberg. */
export const gotenbergContracts: readonly Contract[] = [...pdfContracts];
