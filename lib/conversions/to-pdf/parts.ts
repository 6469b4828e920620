import type { ToPdfOptions } from '../../api/options/to-pdf.ts';
import type { InputStore } from '../../files/input-store.ts';
import { isInField } from '../../files/input-file.ts';
import type { ReadyJob, StoredJobInput } from '../../jobs/job.ts';
import { storeOptions } from '../../jobs/job-options.ts';
import type { NewPart } from '../../jobs/parts.ts';
import type { FileKind } from './file-kind.ts';
import { svgPage } from './svg-page.ts';

/** A file that another function converts. */
export interface OutsideFile {
  /** Its place among the files of the job. */
  index: number;
  kind: Exclude<FileKind, 'pdf' | 'picture'>;
  input: StoredJobInput;
}

type PartOptions = Pick<NewPart, 'type' | 'queue' | 'inputs'> & { options: Record<string, unknown> };

/** Returns the part that converts a file of a job with the options for its kind. */
export async function partOf(
  job: ReadyJob,
  file: OutsideFile,
  options: ToPdfOptions,
  inputs: Pick<InputStore, 'store' | 'lookInto'>,
): Promise<NewPart> {
  const { index, input } = file;
  const own = await contentsOf[file.kind](job, file, options, inputs);
  const fonts = job.inputs.filter(isInField('fonts'));
  const password = job.passwords?.[index];
  const { type, queue } = own;
  return {
    index,
    field: input.field,
    type,
    queue,
    inputs: [...own.inputs, ...fonts],
    fileName: '',
    ...(await storeOptions(job.owner, `${job.id}-part-${index}`, own.options, inputs)),
    ...(typeof password === 'string' ? { passwords: [password] } : {}),
  };
}

type ContentsOf = (
  job: ReadyJob,
  file: OutsideFile,
  options: ToPdfOptions,
  inputs: Pick<InputStore, 'store' | 'lookInto'>,
) => PartOptions | Promise<PartOptions>;

/** A page is the field `file` of its job. */
const asPage = (input: StoredJobInput): StoredJobInput => ({ ...input, field: 'file' });

const withJavascript = ({ rendering, javascript }: ToPdfOptions, byDefault: boolean) => ({
  ...rendering,
  page: { ...rendering.page, javascript: javascript ?? byDefault },
});

const contentsOf: Readonly<Record<OutsideFile['kind'], ContentsOf>> = {
  office: (_, { input }, { office }) => ({
    type: 'to-pdf',
    queue: 'office',
    inputs: [input],
    options: office,
  }),
  html: (_, { input }, options) => ({
    type: 'html-file',
    queue: 'html',
    inputs: [asPage(input)],
    options: withJavascript(options, true),
  }),
  markdown: (_, { input }, options) => ({
    type: 'html-markdown',
    queue: 'html',
    inputs: [asPage(input)],
    options: withJavascript(options, false),
  }),
  mail: (_, { input }, { rendering }) => ({
    type: 'html-mail',
    queue: 'html',
    inputs: [asPage(input)],
    options: rendering,
  }),
  svg: async (job, file, { pictures }, inputs) => ({
    type: 'html-file',
    queue: 'html',
    ...(await svgPage(job, file, { pictures }, inputs)),
  }),
};
