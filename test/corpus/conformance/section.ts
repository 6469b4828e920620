import type { ConformanceFlavour } from '#lib/base/conformance.ts';
import type { CorpusClient } from '../corpus-client.ts';
import type { Validator } from './validator.ts';

/** A PDF of a response, with the codes of its warnings. */
export interface SentResult {
  bytes: Uint8Array;
  warnings: readonly string[];
}

/** A request whose results are validated. */
export interface ConformanceRequest {
  /** Of the inputs. Identifies the request among those of its section. */
  name: string;
  /** The standard that the results are to declare. */
  flavour: ConformanceFlavour;
  /** Whether the request asks for it. Otherwise, inputs have it and the results may drop it, with a warning. */
  isRequested: boolean;
  /**
   * Sends the request.
   *
   * @throws Rejection when the service rejects it, or its job fails with a reason
   */
  send(client: CorpusClient): Promise<SentResult[]>;
}

/** What a section makes requests of. */
export interface SectionInputs {
  /** Of the files, if the section has none of its own. */
  folders: readonly string[];
  flavours: readonly ConformanceFlavour[];
  /** Validates inputs that must be valid. */
  validator: Validator;
}

/** Requests of one kind, which are rows of the table. */
export interface Section {
  /** In the table. */
  title: string;
  /** The flavours to which it converts. Of inputs that have one, those that they can have. */
  flavours: readonly ConformanceFlavour[];
  requests(inputs: SectionInputs): Iterable<ConformanceRequest> | AsyncIterable<ConformanceRequest>;
}

/** The form field that declares figures without a description to be decoration. */
export const decoration: [name: string, value: string] = ['undescribedFigures', 'artifact'];

/** The form fields that ask for a flavour. */
export const fieldsFor = (flavour: ConformanceFlavour): [name: string, value: string][] =>
  flavour === 'ua1' ? [['pdfua', 'true']] : [['pdfa', flavour]];
