/**
 * Debian's LibreOffice expects to be in `/usr/lib/libreoffice` and to be configured in `/etc`. This module changes the
 * start-up files and settings with these paths, so that every path is relative to `program/`, and the file with the
 * build id.
 */

function replaceSetting(text: string, file: string, name: string, value: string): string {
  const pattern = new RegExp(`^${name}=.*$`, 'm');
  if (!pattern.test(text)) throw new Error(`${file} has no setting ${name}. Adapt it to the new version.`);
  // A function, because "$" is special in a replacement text.
  return text.replace(pattern, () => `${name}=${value}`);
}

/**
 * `fundamentalrc` with relative paths, and with the configuration read from the layer's files only: no dconf, no
 * extensions of other users.
 */
export function relocateFundamentals(original: string): string {
  const userLayer = '!${$BRAND_BASE_DIR/program/bootstraprc:UserInstallation}/user/registrymodifications.xcu';
  const layers = [
    'xcsxcu:${BRAND_BASE_DIR}/share/registry',
    'res:${BRAND_BASE_DIR}/share/registry',
    `user:${userLayer}`,
  ];
  const relative = replaceSetting(original, 'fundamentalrc', 'BRAND_BASE_DIR', '${ORIGIN}/..');
  return replaceSetting(relative, 'fundamentalrc', 'CONFIGURATION_LAYERS', layers.join(' '));
}

/** The settings, `main.xcd`, with the number names of libnumbertext read from the layer. */
export function relocateSettings(original: string): string {
  const debian = 'file:///usr/share/libnumbertext';
  if (!original.includes(debian)) {
    throw new Error('main.xcd no longer has the path of libnumbertext. Adapt it to the new version.');
  }
  return original.replaceAll(debian, () => '$(insturl)/share/libnumbertext');
}

/**
 * `versionrc` with a neutral build id: a workbook can print it with `INFO("release")`, which would reveal the build of
 * LibreOffice that converts the document. Excel has printed 16.0 there since 2016.
 */
export function withoutBuildId(original: string): string {
  return replaceSetting(original, 'versionrc', 'buildid', '16.0');
}

/** Replaces Debian's `sofficerc`, which points to `/etc`. */
export const sofficeSettings = [
  '[Bootstrap]',
  'CrashDumpEnable=false',
  'HideEula=1',
  'Logo=0',
  'NativeProgress=false',
  'URE_BOOTSTRAP=${ORIGIN}/fundamentalrc',
  '',
].join('\n');
