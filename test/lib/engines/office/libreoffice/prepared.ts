/** A process with a prepared converter, which waits to be killed. Argument: the work directory. */
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import { converterOptions } from '../../../../support/libreoffice.ts';

await new OfficeConverter(converterOptions(process.argv[2] ?? '')).prepare();
process.stdout.write('prepared');
