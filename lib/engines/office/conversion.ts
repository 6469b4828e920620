import type { GivenFont } from '../fonts/given-font.ts';

/** A document, and what LibreOffice makes of it. */
export interface DocumentConversion {
  /** A prepared document; see `prepareDocument`. */
  inputFile: string;
  /** The name of the document's format, which is its extension for LibreOffice. */
  kind: string;
  /** The file name for fields that print it, with any extension. */
  fileName?: string;
  /** The document's language (BCP 47), for text that declares none. Default: English. */
  language?: string | undefined;
  /** Options of LibreOffice's import filter. Default: none. */
  importOptions?: string | undefined;
  /** Options of LibreOffice's export filter, as JSON for PDF; empty for the filter's defaults. */
  filterOptions: string;
  /** Fonts for this document besides those of the layer. Default: none. */
  fonts?: readonly GivenFont[];
  /** Whether the document must get a fresh process, because its conversion in a fork failed. */
  fresh?: boolean;
  /** Epoch milliseconds. */
  deadline: number;
  signal?: AbortSignal;
}

/** A conversion to PDF. */
export interface Conversion extends DocumentConversion {
  /** Path of the PDF. An existing file is replaced; nothing is written unless the conversion succeeds. */
  outputFile: string;
}

/** A conversion to another format. */
export interface Export extends DocumentConversion {
  /** LibreOfficeKit's name for the format, which is its extension. */
  format: string;
  /** Whether each sheet becomes a file of its own, because the format holds only one. Default: no. */
  eachSheet?: boolean | undefined;
  /** An existing folder for the files. */
  outputFolder: string;
}
