import { contract as convertDocx } from '../../api/contracts/convert-docx.ts';
import { contract as convertPptx } from '../../api/contracts/convert-pptx.ts';
import { contract as convertXlsx } from '../../api/contracts/convert-xlsx.ts';
import { contract as htmlFile } from '../../api/contracts/html-file.ts';
import { contract as htmlUrl } from '../../api/contracts/html-url.ts';
import { contract as mergePdf } from '../../api/contracts/merge-pdf.ts';
import { contract as splitPdf } from '../../api/contracts/split-pdf.ts';
import type { Conversions } from '../contracts.ts';
import { UsageError } from './terminal.ts';

export type ConversionContract = Conversions[keyof Conversions];

/** A command that converts. */
export interface ConversionCommand {
  summary: string;
  /** What it takes beside options, as it is shown. */
  operands: string;
  example: string;
  /** More than one where the name of the file decides. */
  contracts: readonly [ConversionContract, ...ConversionContract[]];
}

const one = (contract: ConversionContract, operands: string, example: string): ConversionCommand => ({
  summary: contract.summary,
  operands,
  example,
  contracts: [contract],
});

export const conversionCommands: Readonly<Record<string, ConversionCommand>> = {
  merge: one(mergePdf, 'FILE FILE…', 'convert merge cover.pdf report.pdf -o both.pdf'),
  split: one(splitPdf, 'FILE', 'convert split report.pdf --ranges 1-3,5,-2 -o parts/'),
  html: one(htmlFile, 'FILE', 'convert html page.html --asset style.css --asset logo.png -o page.png'),
  url: one(htmlUrl, 'URL', 'convert url https://example.com --landscape -o example.pdf'),
  office: {
    summary: 'Convert an office document to PDF',
    operands: 'FILE',
    example: 'convert office letter.docx',
    contracts: [convertDocx, convertXlsx, convertPptx],
  },
  docx: one(convertDocx, 'FILE', 'convert docx letter.docx --pdfa 2b'),
  xlsx: one(convertXlsx, 'FILE', 'convert xlsx figures.xlsx --single-page-sheets -o figures.pdf'),
  pptx: one(convertPptx, 'FILE', 'convert pptx slides.pptx --export-notes'),
};

/** The contract for what is to be converted: of several the one that the extension of `operand` names. */
export function contractFor({ contracts }: ConversionCommand, operand: string): ConversionContract {
  const [first, ...others] = contracts;
  if (others.length === 0) return first;
  const extension = /\.([^.]+)$/.exec(operand)?.[1]?.toLowerCase() ?? '';
  const contract = contracts.find(({ name }) => name === `convert-${extension}`);
  if (contract) return contract;
  throw new UsageError(
    `${operand} does not end in .docx, .xlsx or .pptx; say what it is: convert docx, xlsx or pptx.`,
  );
}

/** The field that operands go into: the first of files, or else the URL. */
export const operandField = ({ body }: ConversionContract): string => Object.keys(body.files)[0] ?? 'url';
