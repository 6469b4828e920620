import type { FileStore } from '../files/file-store.ts';
import type { EndpointOptions } from './endpoint.ts';
import { formReader } from './form-reader.ts';
import type { InputSources } from './parse-files.ts';
import { replayFiles } from './respond-with-files.ts';
import { responseModeOf } from './response-mode.ts';

interface ConversionStores {
  files: FileStore;
  sources: InputSources;
  admission: NonNullable<EndpointOptions['admission']>;
  requests: NonNullable<EndpointOptions['idempotency']>['requests'];
}

/** The options of an endpoint that converts the files of a form and responds with files. */
export const conversionOptions = (
  { files, sources, admission, requests }: ConversionStores,
  environment: NodeJS.ProcessEnv,
) =>
  ({
    converts: true,
    startsEarly: true,
    admission,
    readForm: formReader(sources),
    idempotency: { requests, replay: replayFiles(files) },
    responses: responseModeOf(environment),
  }) satisfies Partial<EndpointOptions>;
