/** The named degrees of compression. */
export const compressionLevels = ['lossless', 'print', 'screen'] as const;

/** What images are reduced to. */
export interface ImageReduction {
  /** Pixels per inch at most, at the size at which an image is shown. */
  dpi: number;
  /** Of JPEG data, from 1 to 100. */
  quality: number;
  grayscale: boolean;
}

/** How a PDF is made smaller. Without `images`, nothing of it is lost. */
export interface CompressionOptions {
  images?: ImageReduction | undefined;
}
