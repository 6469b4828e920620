import { mkdirSync } from 'node:fs';
import { editOperations, type Operation } from '../tasks/task.ts';
import { type Command, commandContestant } from './commands.ts';
import type { Contestant } from './contestant.ts';
import { findProgram } from './find-program.ts';
import { gotenberg } from './gotenberg.ts';
import { htmlCommands } from './html-commands.ts';
import { sofficeCommand } from './office-commands.ts';
import { pdfCommands, veraPdfCommand } from './pdf-commands.ts';
import { puppeteer } from './puppeteer.ts';
import { unoserver } from './unoserver.ts';

export interface Peers {
  /** Gotenberg's binary. */
  gotenberg: string;
  soffice: string;
  unoserver: string;
  /** veraPDF, with arguments that make it print lines. */
  verapdf: string;
  /** PDFBox's `pdfbox-app-….jar`. */
  pdfbox: string | undefined;
}

/** What the tools for PDFs can do some of, by the beginnings of their names. */
const pdfOperations = ['merge', 'split', ...editOperations, 'fill', 'pdf', 'thumbnail', 'inspect', 'images'];

/**
 * Those that are on this machine, and the names of those that are not.
 *
 * @param folder for their files
 */
export async function gatherPeers(
  peers: Peers,
  operations: readonly Operation[],
  folder: string,
): Promise<{ found: Contestant[]; missing: string[] }> {
  mkdirSync(folder, { recursive: true });
  const found: Contestant[] = [];
  const missing: string[] = [];
  const add = async (
    name: string,
    is: boolean,
    make: () => Promise<Contestant> | Contestant,
  ): Promise<void> => {
    if (is) found.push(await make());
    else missing.push(name);
  };
  const does = (part: string): boolean => operations.some((operation) => operation.startsWith(part));
  const html = does('html');
  const pdf = pdfOperations.some(does);
  const office = ['docx', 'xlsx', 'pptx'].some(does);
  const soffice = findProgram(peers.soffice);

  const gotenbergProgram = findProgram(peers.gotenberg);
  await add('Gotenberg', gotenbergProgram !== undefined, () => gotenberg(gotenbergProgram ?? '', folder));
  if (html) await add('puppeteer', true, () => puppeteer(folder));
  if (office) {
    const program = findProgram(peers.unoserver);
    await add('unoserver', program !== undefined && soffice !== undefined, () =>
      unoserver(program ?? '', soffice ?? '', folder),
    );
  }
  const commands: Command[] = [
    ...(office ? [sofficeCommand(peers.soffice, folder)] : []),
    ...(html ? htmlCommands(folder) : []),
    ...(pdf ? pdfCommands(folder, peers.pdfbox) : []),
    ...(does('validate') ? [veraPdfCommand(peers.verapdf)] : []),
  ];
  if (pdf && peers.pdfbox === undefined) missing.push('pdfbox');
  for (const command of commands) {
    const contestant = commandContestant(command, folder);
    if (contestant) found.push(contestant);
    else missing.push(command.name ?? command.program);
  }
  return { found, missing };
}
