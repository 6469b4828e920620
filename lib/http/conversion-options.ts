import type { FileStore } from '../files/file-store.ts';
import type { UploadLookup } from '../files/input-file.ts';
import type { EndpointOptions } from './endpoint.ts';
import { replayFiles } from './respond-with-files.ts';
import { formReader } from './form-reader.ts';

/** The options of an endpoint that converts files of a form. */
export const conversionOptions = ({
  files,
  uploads,
  admission,
  requests,
}: {
  files: FileStore;
  uploads: UploadLookup;
  admission: NonNullable<EndpointOptions['admission']>;
  requests: NonNullable<EndpointOptions['repetition']>['requests'];
}): Pick<EndpointOptions, 'converts' | 'admission' | 'readForm' | 'repetition'> => ({
  converts: true,
  admission,
  readForm: formReader(uploads),
  repetition: { requests, replay: replayFiles(files) },
});
