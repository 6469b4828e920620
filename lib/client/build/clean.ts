import { rmSync } from 'node:fs';
import { distFolder } from './folders.ts';

rmSync(distFolder, { recursive: true, force: true });
