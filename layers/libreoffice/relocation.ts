/**
 * Debian's LibreOffice knows that it lives in `/usr/lib/libreoffice` and is configured from `/etc`. These are the two
 * start-up files in which it says so, changed so that every path follows from the place of `program/`.
 */

function replaceSetting(text: string, name: string, value: string): string {
  const pattern = new RegExp(`^${name}=.*$`, 'm');
  if (!pattern.test(text))
    throw new Error(`fundamentalrc has no setting ${name}; look at what the new version has.`);
  // A function, since "$" means something in a replacement text.
  return text.replace(pattern, () => `${name}=${value}`);
}

/**
 * `fundamentalrc` with relative paths, and with the configuration read from our own files only: no dconf, no
 * extensions of other users.
 */
export function relocateFundamentals(original: string): string {
  const userLayer = '!${$BRAND_BASE_DIR/program/bootstraprc:UserInstallation}/user/registrymodifications.xcu';
  const layers = [
    'xcsxcu:${BRAND_BASE_DIR}/share/registry',
    'res:${BRAND_BASE_DIR}/share/registry',
    `user:${userLayer}`,
  ];
  const relative = replaceSetting(original, 'BRAND_BASE_DIR', '${ORIGIN}/..');
  return replaceSetting(relative, 'CONFIGURATION_LAYERS', layers.join(' '));
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
