/**
 * The protocol between the converter and a LibreOffice host: JSON, one message per line. The converter writes to the
 * host's standard input, the host to descriptor 3, separate from LibreOffice's output. Files have fixed names in the
 * host's folder.
 */

import type { Confinement } from '../../../base/processes/confinement/confine.ts';

export type DocumentKind = 'docx' | 'xlsx' | 'pptx';

export const documentKinds: readonly DocumentKind[] = ['docx', 'xlsx', 'pptx'];

/** Descriptor of the pipe from the host to the converter. */
export const messageDescriptor = 3;

/** The document's folder, in the host's folder. */
export const inputFolderName = 'input';

/**
 * The input folder's path as LibreOffice reads it: the host's working folder, the same path in every host. Documents
 * can print their path, and the real one would reveal how the host is set up.
 */
export const documentFolder = '/proc/self/cwd';

/** The folder of the fonts of the conversion, in the host's folder. */
export const fontFolderName = 'fonts';

/** The folder of the files that LibreOffice writes, in the host's folder. */
export const outputFolderName = 'output';

/** The name of the file that LibreOffice writes in a format. Some formats have further files beside it. */
export const outputNameOf = (format: string): string => `document.${format}`;

/** The name of the file with the sheet at `index`. */
export const sheetNameOf = (format: string, index: number): string => `${index}.${format}`;

/** The folder of LibreOffice's settings, in the host's folder. */
export const profileName = 'profile';

/** The folder of temporary files, in the host's folder. */
export const temporaryName = 'tmp';

/** A host's only argument. */
export interface HostSettings {
  /** Process id of the converter; the host dies with it. */
  parent: number;
  koffiFile: string;
  /** LibreOffice's program folder. */
  program: string;
  /** The host's folder, the only one it may write to. */
  folder: string;
  /** Further paths that it may read. */
  readable: string[];
  /** Maximum size in bytes of a file that the host writes. */
  maximumFileBytes: number;
  /** Documents to convert before the first real one. */
  warmUp: string[];
}

export interface HostJob {
  /** The document's name in the input folder. */
  fileName: string;
  /** The document's language (BCP 47). Default: that of LibreOffice's settings. */
  language?: string | undefined;
  /** Options of the import filter. Default: none. */
  importOptions?: string | undefined;
  /** The format to write: LibreOfficeKit's name for it, which is its extension. */
  format: string;
  filterOptions: string;
  /** The names of fonts in the font folder, for this document alone. Default: none. */
  fonts?: readonly string[];
  /** Whether each sheet becomes a file of its own, because the format holds only one. Default: no. */
  eachSheet?: boolean | undefined;
}

/**
 * The stage at which a host failed; `fonts` if LibreOffice cannot read the font whose index is the message, `pages` if the
 * document has none of the requested pages.
 */
export type HostStage = (typeof hostStages)[number];

const hostStages = ['start', 'fonts', 'load', 'pages', 'save'] as const;

/** The fonts that LibreOffice used for text in one font, or one font's style: `family` or `family/style`. */
export interface FontUse {
  /** The font that the document names. */
  requested: string;
  /** The replacement or the font itself, then the fonts for the characters that it lacks. */
  used: string[];
}

/** What a host did with its document. */
export interface HostResult {
  fonts: FontUse[];
  /** The names of all sheets in their order, if each that is not hidden became a file; cut to the limits below. */
  sheets: string[];
}

/** Maximum number of sheets that become files. One more shows that there are too many. */
export const mostSheets = 1001;

/** Maximum length of a reported sheet's name, in UTF-16 code units. Excel allows 31. */
export const longestSheetName = 200;

/** Maximum number of font uses that a host reports. */
export const mostFontUses = 200;

/** Maximum length of a reported font name, in UTF-16 code units. */
export const longestFontName = 100;

export type HostMessage =
  | { event: 'ready'; confinement: Confinement }
  | { event: 'warm' }
  /** LibreOffice starts to read the document. */
  | { event: 'opening' }
  | ({ event: 'done' } & HostResult)
  | { event: 'failed'; stage: HostStage; message: string };

/** Parses a host's line. A document may have compromised the host: anything but a valid message is `undefined`. */
export function parseHostMessage(line: string): HostMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { event, stage, message, confinement, fonts, sheets } = value as Record<string, unknown>;
  switch (event) {
    case 'warm':
    case 'opening':
      return { event };
    case 'done':
      return {
        event,
        fonts: listOf(fonts, mostFontUses).flatMap(parseFontUse),
        sheets: listOf(sheets, mostSheets).map((name) =>
          typeof name === 'string' ? name.slice(0, longestSheetName) : '',
        ),
      };
    case 'ready': {
      const { calls, files } = (confinement ?? {}) as Record<string, unknown>;
      return { event, confinement: { calls: calls === true, files: files === true } };
    }
    case 'failed': {
      const known = hostStages.find((each) => each === stage);
      return known && typeof message === 'string' ? { event, stage: known, message } : undefined;
    }
    default:
      return undefined;
  }
}

const listOf = (value: unknown, most: number): unknown[] =>
  Array.isArray(value) ? value.slice(0, most) : [];

function parseFontUse(value: unknown): FontUse[] {
  if (typeof value !== 'object' || value === null) return [];
  const { requested, used } = value as Record<string, unknown>;
  return isFontName(requested) && Array.isArray(used) && used.every(isFontName) ? [{ requested, used }] : [];
}

const isFontName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestFontName;
