/**
 * How the converter and a LibreOffice host talk: JSON, one message a line. The converter writes to the host's standard
 * input, the host to descriptor 3, apart from what LibreOffice prints. Files have their places in the host's folder.
 */

export type DocumentKind = 'docx' | 'xlsx' | 'pptx';

export const documentKinds: readonly DocumentKind[] = ['docx', 'xlsx', 'pptx'];

/** The host's way to the converter. */
export const answerDescriptor = 3;

/** The folder in the host's folder that the document is put into. */
export const inputFolderName = 'input';

/**
 * The input folder by the name under which LibreOffice reads it: the host's working folder, the same path in every
 * host. Documents can print their path, and the real one would tell how the host is set up.
 */
export const documentFolder = '/proc/self/cwd';

/** The file in the host's folder that the PDF goes to. */
export const outputName = 'document.pdf';

/** The folder in the host's folder that holds LibreOffice's settings. */
export const profileName = 'profile';

/** The folder in the host's folder for temporary files. */
export const temporaryName = 'tmp';

/** What a host is started with, as its only argument. */
export interface HostSettings {
  /** Process id of the converter; the host dies with it. */
  parent: number;
  koffiFile: string;
  /** LibreOffice's program folder. */
  program: string;
  /** The host's own folder, the only one it may write to. */
  folder: string;
  /** What else it may read. */
  readable: string[];
  /** Most bytes of one file that the host writes. */
  maximumFileBytes: number;
  /** Documents to convert before the first real one. */
  warmUp: string[];
}

export interface HostJob {
  /** The document's name in the input folder. */
  fileName: string;
  /** Of the document (BCP 47); that of LibreOffice's settings where it names none. */
  language?: string | undefined;
  filterOptions: string;
}

/** Which of the platform's cages hold the host. */
export interface Confinement {
  /** seccomp: no network, no other processes. */
  calls: boolean;
  /** Landlock: no files but its own and LibreOffice's. */
  files: boolean;
}

/** What a host failed at; `pages` when the document has none of those that were asked for. */
export type HostStage = (typeof hostStages)[number];

const hostStages = ['start', 'load', 'pages', 'save'] as const;

/** The fonts that LibreOffice used for text in one font, or one font's style: `family` or `family/style`. */
export interface FontUse {
  /** What the document names. */
  requested: string;
  /** The font in its place or the font itself, then those of the characters that it lacks. */
  used: string[];
}

/** The most uses of fonts that a host reports. */
export const mostFontUses = 200;

/** The most of a font's name that is reported, in UTF-16 code units. */
export const longestFontName = 100;

export type HostMessage =
  | { event: 'ready'; confinement: Confinement }
  | { event: 'warm' }
  /** LibreOffice reads the document from now on. */
  | { event: 'opening' }
  | { event: 'done'; fonts: FontUse[] }
  | { event: 'failed'; stage: HostStage; message: string };

/** Reads a host's line. A document may have taken the host over: whatever is not a message is `undefined`. */
export function parseHostMessage(line: string): HostMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { event, stage, message, confinement, fonts } = value as Record<string, unknown>;
  switch (event) {
    case 'warm':
    case 'opening':
      return { event };
    case 'done':
      return { event, fonts: Array.isArray(fonts) ? fonts.slice(0, mostFontUses).flatMap(parseFontUse) : [] };
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

function parseFontUse(value: unknown): FontUse[] {
  if (typeof value !== 'object' || value === null) return [];
  const { requested, used } = value as Record<string, unknown>;
  return isFontName(requested) && Array.isArray(used) && used.every(isFontName) ? [{ requested, used }] : [];
}

const isFontName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestFontName;
