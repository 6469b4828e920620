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

type Dictionary = Record<string, unknown>;

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All dictionaries of a PDF that are objects of their own, and returns the object of a reference. */
function objectsOf(path: string): { all: Dictionary[]; resolve: (value: unknown) => unknown } {
  const text = execFileSync('qpdf', ['--json=2', '--json-key=qpdf', path], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const [, objects] = (JSON.parse(text) as { qpdf: [unknown, Record<string, Dictionary>] }).qpdf;
  const valueOf = (object: Dictionary | undefined): unknown =>
    object?.['value'] ?? (object?.['stream'] as Dictionary | undefined)?.['dict'];
  return {
    all: Object.values(objects).map(valueOf).filter(isDictionary),
    resolve: (value) =>
      typeof value === 'string' && /^\d+ \d+ R$/.test(value) ? valueOf(objects[`obj:${value}`]) : value,
  };
}

/** Whether no page has annotations. */
export function isFlat(path: string): boolean {
  const { all, resolve } = objectsOf(path);
  return all
    .filter((object) => object['/Type'] === '/Page')
    .every((page) => ((resolve(page['/Annots']) ?? []) as unknown[]).length === 0);
}

export function hasOutline(path: string): boolean {
  const { all, resolve } = objectsOf(path);
  const [catalog] = all.filter((object) => object['/Type'] === '/Catalog');
  const outlines = resolve(catalog?.['/Outlines']);
  return isDictionary(outlines) && outlines['/First'] !== undefined;
}

/** Whether a file is attached, and with which relationship if one is given. */
export const isEmbedded = (path: string, name: string, relationship?: string): boolean =>
  objectsOf(path).all.some(
    (object) =>
      [object['/UF'], object['/F']].includes(`u:${name}`) &&
      object['/EF'] !== undefined &&
      (relationship === undefined || object['/AFRelationship'] === `/${relationship}`),
  );

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
  const text = output('verapdf', '--flavour', flavour, path);
  const [, count] = /failedRules="(\d+)"/.exec(text) ?? [];
  if (count === undefined) throw new Error(`veraPDF did not report: ${text.slice(0, 300)}`);
  return Number(count);
}

export const xmpOf = (path: string): string => execFileSync('pdfinfo', ['-meta', path], { encoding: 'utf8' });
