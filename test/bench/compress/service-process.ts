import { readFileSync, writeFileSync } from 'node:fs';
import { compressField } from '#lib/api/fields/finishing/compress-field.ts';
import { assemble } from '#lib/engines/pdf/assembly/assemble.ts';
import { prepareCompression } from '#lib/engines/pdf/finishing/compress/prepare-compression.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';

/** Compresses a PDF by this service's engine, as a command would. Arguments: `compress`, the file, the result. */
const [compress, file = '', output = ''] = process.argv.slice(2);

const options = compressField.parse(compress);
if (!options) throw new Error('the first argument must be a value of compress');
const source = openPdf(readFileSync(file));
const pages = source.pages.map((_, index) => index);
const compression = await prepareCompression(options);
writeFileSync(output, Buffer.concat(assemble([{ source, pages }], { finishing: { compression } }).chunks));
