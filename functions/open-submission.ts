import { requireVariables } from '#lib/base/environment.ts';
import { downloadSettingsOf } from '#lib/conversions/inputs/download-settings.ts';
import { urlFaultOf } from '#lib/conversions/inputs/url-fault.ts';
import type { InputMemory } from '#lib/files/input-memory.ts';
import type { InputSources } from '#lib/http/parse-files.ts';
import { openJobSubmission, submissionVariables } from '#lib/storage/open-stores.ts';
import { inputLookup } from '#lib/storage/s3/input-lookup.ts';

/** What accepts the conversions of an endpoint as jobs of its queue. */
export function openSubmission(environment: NodeJS.ProcessEnv) {
  return {
    ...openJobSubmission(requireVariables(environment, ...submissionVariables)),
    ...downloadSettingsOf(environment),
  };
}

/**
 * What the forms of an endpoint may name in place of file parts.
 *
 * @param memory for the bytes of the inputs, if the endpoint reads all of them
 */
export function inputSources(
  stores: Pick<ReturnType<typeof openSubmission>, 'objects' | 'files' | 'uploads' | 'allowedHosts'>,
  memory?: InputMemory,
): InputSources {
  return { ...inputLookup(stores, memory), urlFault: (url) => urlFaultOf(url, stores.allowedHosts) };
}
