import type { AttackFamily } from '../attack.ts';
import { credentialFamily } from './credentials.ts';
import { fileFamilies } from './files.ts';
import { frameFamily } from './frames.ts';
import { leftBehindFamily } from './left-behind.ts';
import { linkFamily } from './links.ts';
import { machineFamily } from './machine.ts';
import { optionFamilies } from './options.ts';
import { pictureFamily } from './pictures.ts';
import { rebindingFamily } from './rebinding.ts';
import { redirectFamily } from './redirects.ts';
import { requestFamily } from './requests.ts';
import { socketFamily } from './sockets.ts';
import { spellingFamilies } from './spellings.ts';
import { styleFamily } from './styles.ts';
import { windowFamily } from './windows.ts';
import { workerFamily } from './workers.ts';
import { xmlFamily } from './xml.ts';

export const attackFamilies: readonly AttackFamily[] = [
  ...spellingFamilies,
  redirectFamily,
  rebindingFamily,
  frameFamily,
  pictureFamily,
  styleFamily,
  linkFamily,
  xmlFamily,
  requestFamily,
  socketFamily,
  workerFamily,
  windowFamily,
  ...fileFamilies,
  ...optionFamilies,
  machineFamily,
  credentialFamily,
  leftBehindFamily,
];
