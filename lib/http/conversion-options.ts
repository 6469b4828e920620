import type { EndpointOptions } from './endpoint.ts';
import { formReader } from './form-reader.ts';
import type { InputSources } from './parse-files.ts';
import { responseModeOf } from './response-mode.ts';

interface ConversionStores {
  sources: InputSources;
  admission: NonNullable<EndpointOptions['admission']>;
}

/** The options of an endpoint that converts the files of a form and responds with files. */
export const conversionOptions = ({ sources, admission }: ConversionStores, environment: NodeJS.ProcessEnv) =>
  ({
    converts: true,
    startsEarly: true,
    admission,
    readForm: formReader(sources),
    responses: responseModeOf(environment),
  }) satisfies Partial<EndpointOptions>;
