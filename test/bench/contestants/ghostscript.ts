import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFContext } from 'pdf-lib';
import { srgbProfile } from '#lib/engines/pdf/assembly/colour/srgb-profile.ts';
import { dotsPerInch, edits, thumbnailDpi } from '../tasks/task.ts';
import type { Command } from './commands.ts';

const quiet = ['-q', '-dBATCH', '-dNOPAUSE', '-dSAFER'];
const drawing = [...quiet, '-sDEVICE=png16m', '-dTextAlphaBits=4', '-dGraphicsAlphaBits=4'];
const writing = [...quiet, '-sDEVICE=pdfwrite'];

/** What Ghostscript needs besides its switches for PDF/A: an output intent. @param profile the path of an ICC profile */
const outputIntent = (profile: string): string => `%!
[/_objdef {Profile} /type /stream /OBJ pdfmark
[{Profile} << /N 3 >> /PUT pdfmark
[{Profile} (${profile}) (r) file /PUT pdfmark
[/_objdef {Intent} /type /dict /OBJ pdfmark
[{Intent} << /Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile {Profile} /OutputConditionIdentifier (sRGB) >> /PUT pdfmark
[{Catalog} << /OutputIntents [{Intent}] >> /PUT pdfmark
`;

/** Ghostscript, which interprets pages and writes them anew. @param folder for files that it reads */
export function ghostscript(folder: string): Command {
  const profile = join(folder, 'srgb.icc');
  const intent = join(folder, 'output-intent.ps');
  writeFileSync(profile, srgbProfile(PDFContext.create(), 3).contents);
  writeFileSync(intent, outputIntent(profile));
  const archival = [
    ...[`--permit-file-read=${profile}`, `-dPDFA=${edits.archive.slice(0, 1)}`],
    ...['-dPDFACompatibilityPolicy=1', '-sColorConversionStrategy=RGB'],
  ];
  return {
    program: 'gs',
    version: ['--version'],
    calls: (task, output) => {
      const to = (name: string): string => `-sOutputFile=${join(output, name)}`;
      if (task.operation === 'merge') return [[...writing, to('merged.pdf'), ...task.files]];
      if (task.operation === 'compress') return [[...writing, to('edited.pdf'), task.file]];
      if (task.operation === 'linearize')
        return [[...writing, '-dFastWebView=true', to('edited.pdf'), task.file]];
      if (task.operation === 'archive')
        return [[...writing, ...archival, to('edited.pdf'), intent, task.file]];
      if (task.operation === 'pdf → png')
        return [[...drawing, `-r${dotsPerInch}`, to('%04d.png'), task.file]];
      if (task.operation === 'thumbnail') {
        return [[...drawing, `-r${thumbnailDpi}`, '-dLastPage=1', to('page.png'), task.file]];
      }
      if (task.operation === 'pdf → text')
        return [[...quiet, '-sDEVICE=txtwrite', to('read.txt'), task.file]];
      return undefined;
    },
  };
}
