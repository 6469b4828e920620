/** A host that does not start and reports the names in its environment as the reason. */
import { writeSync } from 'node:fs';
import { messageDescriptor } from '#lib/engines/office/libreoffice/host-protocol.ts';

const message = Object.keys(process.env).sort().join();
writeSync(messageDescriptor, `${JSON.stringify({ event: 'failed', stage: 'start', message })}\n`);
