import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { physicalName } from 'local-stack';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}

/** Seconds. Workers hide messages for the time of a lease; the visibility timeout counts until then. */
export const shortTimes = {
  long: { worker: 40, visibility: 60 },
  short: { worker: 25, visibility: 40 },
} as const;

/** Milliseconds between two sweeps. */
export const sweepPeriod = 5000;

/**
 * Copies a template with shorter times of recovery from the death of a worker, which add up to a quarter of an hour in
 * the stack.
 *
 * @returns its path, and the name of the stack's bucket
 */
export function writeShortTemplate(
  templateFile: string,
  folder: string,
  times: (typeof shortTimes)[keyof typeof shortTimes],
): { shortTemplate: string; bucket: string } {
  const template = JSON.parse(readFileSync(templateFile, 'utf8')) as { Resources: Record<string, Resource> };
  for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
    if (Type === 'AWS::SQS::Queue') Properties['VisibilityTimeout'] = times.visibility;
    if (Type === 'AWS::Lambda::Function' && /^(Office|Html|Pdf)Worker/.test(id)) {
      Properties['Timeout'] = times.worker;
    }
  }
  const written = join(folder, 'short.template.json');
  writeFileSync(written, JSON.stringify(template));
  writeManifest(templateFile, join(folder, 'short.assets.json'));
  const [bucket = ''] = Object.keys(template.Resources).filter(
    (id) => template.Resources[id]?.Type === 'AWS::S3::Bucket',
  );
  return { shortTemplate: written, bucket: physicalName(bucket, 63).toLowerCase() };
}

/** The assets stay where they are. */
function writeManifest(templateFile: string, written: string): void {
  const file = templateFile.replace(/\.template\.json$/, '.assets.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    files: Record<string, { source: { path: string } }>;
  };
  for (const { source } of Object.values(manifest.files))
    source.path = resolve(dirname(templateFile), source.path);
  writeFileSync(written, JSON.stringify(manifest));
}
