import { requireVariables } from '../../base/environment.ts';
import { AllowedHosts } from '../../engines/egress/allowed-hosts.ts';
import type { DownloadSettings } from './downloads.ts';

const bytesPerMegabyte = 1024 * 1024;

/**
 * Reads the settings of downloads from the variables of a function: `ALLOWED_PRIVATE_HOSTS`, and `MAX_UPLOAD_MEGABYTES`,
 * which also limits the files that clients upload.
 */
export function downloadSettingsOf(
  environment: NodeJS.ProcessEnv,
): Pick<DownloadSettings, 'allowedHosts' | 'maximumBytes'> {
  const { MAX_UPLOAD_MEGABYTES } = requireVariables(environment, 'MAX_UPLOAD_MEGABYTES');
  return {
    allowedHosts: AllowedHosts.parse(environment['ALLOWED_PRIVATE_HOSTS'] ?? ''),
    maximumBytes: Number(MAX_UPLOAD_MEGABYTES) * bytesPerMegabyte,
  };
}
