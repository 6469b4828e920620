/** The names of the file fields of the finishing options. */
export const finishingFileNames = ['overlays', 'attachments', 'facturX'] as const;

export type FinishingFileName = (typeof finishingFileNames)[number];
