import { readSync, writeSync } from 'node:fs';
import { messageDescriptor, type HostMessage } from '#lib/engines/office/libreoffice/host-protocol.ts';

/** A host that dies when it receives a document, before opening it. */
const ready: HostMessage = { event: 'ready', confinement: { calls: false, files: false } };
writeSync(messageDescriptor, `${JSON.stringify(ready)}\n`);
readSync(0, Buffer.alloc(1));
process.kill(process.pid, 'SIGKILL');
