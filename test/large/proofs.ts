import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { encrypt, makeAlbum, makePhotoDeck, makeScannedPdf } from './inputs.ts';
import { expectPhotoOnEachPage, expectSame, photosIn, photosInPdf } from './photo-lists.ts';
import type { Service } from './service.ts';

/** Something that the service must be able to do with large inputs. */
export interface Proof {
  name: string;
  /** The function whose memory is watched. */
  functionName: string;
  /** Makes the inputs; what it uploads is not part of the time. */
  prepare: () => Promise<Prepared>;
}

export interface Prepared {
  /** The inputs. */
  files: readonly string[];
  /** What is measured. Gives what looks into the results. */
  convert: () => Promise<() => Promise<void>>;
}

/** @param folder for the inputs */
export function makeProofs(folder: string, service: Service): Proof[] {
  const newFolder = (): Promise<string> => mkdtemp(join(folder, 'input-'));
  const scan = async (name: string, megabytes: number): Promise<string> =>
    makeScannedPdf(await newFolder(), name, megabytes);
  const merge = (sizes: readonly number[]) => async (): Promise<Prepared> => {
    const files: string[] = [];
    for (const [index, megabytes] of sizes.entries()) files.push(await scan(`scan-${index}.pdf`, megabytes));
    const ids = await service.uploadAll(files);
    return {
      files,
      convert: async () => {
        const merged = await service.convert('/api/pdf/merge', ...fieldsOf('files', ids));
        return async () => {
          const expected = await Promise.all(files.map(photosInPdf));
          expectSame(await photosInPdf(merged.url), expected.flat());
        };
      },
    };
  };
  const deck = (password?: string) => async (): Promise<Prepared> => {
    const { path, photos } = await makePhotoDeck(await newFolder(), 'photos.pptx', 100);
    if (password !== undefined) await encrypt(path, password);
    const id = await service.upload(path);
    return {
      files: [path],
      convert: async () => {
        const job = await service.convert<JobResponse>(
          '/api/convert/pptx-to-pdf',
          ['file', id],
          ...fieldsOf('password', password === undefined ? [] : [password]),
        );
        const { url } = await service.completed(job);
        return async () => expectPhotoOnEachPage(url, photos);
      },
    };
  };
  return [
    { name: 'merge 100 MB + 1 MB', functionName: 'merge-pdf', prepare: merge([100, 2]) },
    { name: 'merge 250 MB', functionName: 'merge-pdf', prepare: merge([99, 99, 49]) },
    {
      name: 'split 100 MB in 3',
      functionName: 'split-pdf',
      prepare: async () => {
        const file = await scan('scan.pdf', 100);
        const id = await service.upload(file);
        return {
          files: [file],
          convert: async () => {
            const ranges = '1-10,11-50,51-';
            const parts = await service.convert<FileResponse[]>(
              '/api/pdf/split',
              ['file', id],
              ['ranges', ranges],
            );
            return async () => {
              const photos = await Promise.all(parts.map(({ url }) => photosInPdf(url)));
              expectSame(photos.flat(), await photosInPdf(file));
            };
          },
        };
      },
    },
    { name: 'pptx 100 MB', functionName: 'office-worker', prepare: deck() },
    { name: 'pptx 100 MB, encrypted', functionName: 'office-worker', prepare: deck('a password') },
    ...(['pdf', 'png'] as const).map((format) => ({
      name: `html with 60 MB of images to ${format}`,
      functionName: 'renderer',
      prepare: async () => {
        const files = await makeAlbum(await newFolder(), 60);
        const [page = '', ...photos] = await service.uploadAll(files);
        return {
          files,
          convert: async () => {
            const result = await service.convert(
              '/api/html/file',
              ['file', page],
              ...fieldsOf('assets', photos),
              ['format', format],
            );
            return async () => {
              if (result.warnings.length > 0) throw new Error(JSON.stringify(result.warnings));
              if (format === 'pdf') expectSame(await photosInPdf(result.url), await photosIn(files.slice(1)));
            };
          },
        };
      },
    })),
  ];
}

const fieldsOf = (name: string, values: readonly string[]) =>
  values.map((value): [string, string] => [name, value]);
