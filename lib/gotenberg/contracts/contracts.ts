import type { Contract } from '../../api/contract.ts';
import { officeContracts } from './office-contracts.ts';
import { pageContracts } from './page-contracts.ts';
import { pdfContracts } from './pdf-contracts.ts';
import { serviceContracts } from './service-contracts.ts';

/** The contracts of the routes of Gotenberg. */
export const gotenbergContracts: readonly Contract[] = [
  ...pageContracts,
  ...officeContracts,
  ...pdfContracts,
  ...serviceContracts,
];
