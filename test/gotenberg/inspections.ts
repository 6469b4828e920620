import { execFileSync, spawnSync } from 'node:child_process';

/** Runs a program and returns all that it prints, whatever its exit code. */
function output(program: string, ...parameters: string[]): string {
  const { stdout, stderr, error } = spawnSync(program, parameters, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error) throw error;
  return stdout + stderr;
}

const info = (path: string): string => output('pdfinfo', path);

export const pageCount = (path: string): number => Number(/Pages:\s*(\d+)/.exec(info(path))?.[1]);

export function pageSize(path: string): { width: number; height: number } {
  const [, width, height] = /Page size:\s*([\d.]+) x ([\d.]+)/.exec(info(path)) ?? [];
  return { width: Number(width), height: Number(height) };
}

export const pageText = (path: string, page: number): string =>
  execFileSync('pdftotext', ['-f', String(page), '-l', String(page), path, '-'], { encoding: 'utf8' });

export const imageCount = (path: string): number =>
  Math.max(0, output('pdfimages', '-list', path).trim().split('\n').length - 2);

export const isEncrypted = (path: string): boolean => info(path).includes('Incorrect password');

const permissionFlags: Readonly<Record<string, string>> = {
  printing: 'print',
  copying: 'copy',
  modifying: 'change',
  annotating: 'addNotes',
};

export function allows(path: string, action: string): boolean {
  const flag = permissionFlags[action];
  if (flag === undefined) throw new Error(`unknown permission ${action}`);
  return info(path).includes(`${flag}:yes`);
}

const report = (path: string, feature: string): string =>
  output('verapdf', '-off', '--loglevel', '0', '--extract', feature, path);

const isEmptyReport = (text: string): boolean => text.includes('<featuresReport></featuresReport>');

export const isFlat = (path: string): boolean => isEmptyReport(report(path, 'annotations'));

export const hasOutline = (path: string): boolean => !isEmptyReport(report(path, 'outlines'));

/** Whether a file is attached, and with which relationship if one is given. */
export function isEmbedded(path: string, name: string, relationship?: string): boolean {
  const blocks = report(path, 'embeddedFile').split('<embeddedFile ');
  return blocks.some(
    (block) =>
      block.includes(`<fileName>${name}</fileName>`) &&
      (relationship === undefined || block.includes(`<afRelationship>${relationship}</afRelationship>`)),
  );
}

const flavours: Readonly<Record<string, string>> = {
  'PDF/A-1b': '1b',
  'PDF/A-2b': '2b',
  'PDF/A-3b': '3b',
  'PDF/UA-1': 'ua1',
  'PDF/UA-2': 'ua2',
};

/** The number of rules of a standard that a PDF does not follow. */
export function failedRules(path: string, standard: string): number {
  const flavour = flavours[standard];
  if (flavour === undefined) throw new Error(`unknown standard ${standard}`);
  const text = output('verapdf', '-f', flavour, path);
  const [, count] = /failedRules="(\d+)"/.exec(text) ?? [];
  if (count === undefined) throw new Error(`veraPDF did not report: ${text.slice(0, 300)}`);
  return Number(count);
}

export const xmpOf = (path: string): string => execFileSync('pdfinfo', ['-meta', path], { encoding: 'utf8' });
