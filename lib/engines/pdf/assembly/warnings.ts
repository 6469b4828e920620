import type { ConformanceFlavour } from '../../../base/conformance.ts';
import { shortened } from '../../../base/shortened.ts';
import type { WarningCode } from '../../../base/warnings.ts';
import { keys } from '../keys.ts';
import { attachmentsOf } from './names/attachments.ts';
import { conformanceOf, invoiceStandard, standardOf } from './metadata/conformance.ts';
import type { Excerpt } from './excerpt.ts';
import { formOf } from './form/form-fields.ts';
import { dictAt } from './lookup.ts';
import type { Part } from './pages/page-selection.ts';
import { hasOpeningActions, scriptsOf } from './names/scripts.ts';

/** A loss or a change in the result. `message` is a sentence about the document without its subject. */
export interface AssemblyWarning {
  code: WarningCode;
  message: string;
  /** The standard and level, for `conformance-dropped`. */
  conformance?: string;
  /** The index of the part, from 0. */
  part: number;
}

/** The outcome for the excerpts of the parts. */
export interface Outcome {
  /** New names of renamed fields, by their old names. */
  renamed: ReadonlyMap<Excerpt, ReadonlyMap<string, string>>;
  /** Excerpts whose attached files are kept. */
  attached: ReadonlySet<Excerpt>;
  /** Excerpts whose scripts are kept. */
  scripted: ReadonlySet<Excerpt>;
  /** The number of their links to removed pages. */
  removedLinks: ReadonlyMap<Excerpt, number>;
  /** The standards that the result declares. */
  flavours: readonly ConformanceFlavour[];
  /** Whether it is an electronic invoice. */
  isInvoice: boolean;
  /** Whether the request states the part and level of PDF/A, so that those of the parts do not matter. */
  choosesArchival: boolean;
}

const archivalPrefix = 'PDF/A-';

type PartWarning = Omit<AssemblyWarning, 'part'>;

/** The warnings for the parts of a result. */
export function warningsOf(parts: readonly Part[], outcome: Outcome): AssemblyWarning[] {
  const byPart = parts.map((): Excerpt[] => []);
  for (const excerpt of outcome.removedLinks.keys()) byPart[excerpt.part]?.push(excerpt);
  return parts.flatMap(({ source }, part): AssemblyWarning[] => {
    const excerpts = byPart[part] ?? [];
    return [
      ...conformanceWarnings(source, outcome),
      ...formWarnings(source, excerpts, outcome),
      ...attachmentWarnings(source, excerpts, outcome),
      ...actionWarnings(source, excerpts, outcome),
    ].map((warning) => ({ ...warning, part }));
  });
}

/** The warnings about standards that a source declares, and the result does not. */
export function conformanceWarnings(
  source: Part['source'],
  { flavours, isInvoice, choosesArchival }: Pick<Outcome, 'flavours' | 'isInvoice' | 'choosesArchival'>,
): (PartWarning & { conformance: string })[] {
  const declared = [...flavours.map(standardOf), ...(isInvoice ? [invoiceStandard] : [])];
  return conformanceOf(source)
    .filter((standard) => !declared.includes(standard))
    .filter((standard) => !choosesArchival || !standard.startsWith(archivalPrefix))
    .map((conformance) => {
      const other = conformance.startsWith(archivalPrefix)
        ? declared.find((standard) => standard.startsWith(archivalPrefix))
        : undefined;
      const now = other === undefined ? 'the result does not' : `the result declares ${other}`;
      const message = `it declares conformance to ${conformance}; ${now}`;
      return { code: 'conformance-dropped', message, conformance };
    });
}

function formWarnings(
  source: Part['source'],
  excerpts: readonly Excerpt[],
  { renamed }: Outcome,
): PartWarning[] {
  const warnings: PartWarning[] = [];
  const form = formOf(source);
  if (form?.isSigned) {
    const message = 'its digital signature is not valid for the result, which is a different document';
    warnings.push({ code: 'signature-broken', message });
  }
  if (form && form.dict.get(keys.XFA)) {
    const message = 'its XFA form is removed; its fields are kept as an AcroForm';
    warnings.push({ code: 'xfa-dropped', message });
  }
  const names = excerpts.flatMap((excerpt) => [...(renamed.get(excerpt) ?? [])]);
  if (names.length > 0) {
    const message = `fields are renamed because their names are in use: ${shown(names)}`;
    warnings.push({ code: 'fields-renamed', message });
  }
  return warnings;
}

function attachmentWarnings(
  source: Part['source'],
  excerpts: readonly Excerpt[],
  { attached }: Outcome,
): PartWarning[] {
  const warnings: PartWarning[] = [];
  if (dictAt(source.catalog, keys.Collection)) {
    const message = 'it is a portfolio; the presentation of its files is removed';
    warnings.push({ code: 'portfolio-dropped', message });
  }
  const files = attachmentsOf(source).length;
  if (files > 0 && !excerpts.some((excerpt) => attached.has(excerpt))) {
    const message =
      files === 1
        ? 'an attached file belongs to no page and is removed'
        : `${files} attached files belong to no page and are removed`;
    warnings.push({ code: 'attachments-dropped', message });
  }
  return warnings;
}

function actionWarnings(
  source: Part['source'],
  excerpts: readonly Excerpt[],
  { scripted, removedLinks }: Outcome,
): PartWarning[] {
  const warnings: PartWarning[] = [];
  const isScripted = excerpts.some((excerpt) => scripted.has(excerpt));
  const dropped = [
    ...(hasOpeningActions(source) ? ['actions that run when it is opened, saved, printed or closed'] : []),
    ...(!isScripted && scriptsOf(source).length > 0 ? ['its scripts'] : []),
  ];
  if (dropped.length > 0) {
    warnings.push({ code: 'script-removed', message: `${dropped.join(' and ')} are removed` });
  }
  const links = excerpts.reduce((sum, excerpt) => sum + (removedLinks.get(excerpt) ?? 0), 0);
  if (links > 0) {
    const message =
      links === 1
        ? 'a link on its pages leads to a page outside the result and is removed'
        : `${links} links on its pages lead to pages outside the result and are removed`;
    warnings.push({ code: 'link-removed', message });
  }
  return warnings;
}

/** The number of renamed fields that a message lists. */
const listedNames = 5;

/** The longest name in a message, in characters: names can be as long as a file. */
const nameLength = 40;

function shown(names: readonly (readonly [string, string])[]): string {
  const quoted = (name: string) => `'${shortened(name, nameLength)}'`;
  const pairs = names.slice(0, listedNames).map(([name, now]) => `${quoted(name)} to ${quoted(now)}`);
  return pairs.join(', ') + (names.length > listedNames ? ` and ${names.length - listedNames} more` : '');
}
