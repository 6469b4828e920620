/** Adobe's extension of PDF 1.7 that defines revision 6 of the security handler, and nothing else. PDF 2.0 includes it. */
export const encryptionExtension = { base: '1.7', level: 8 } as const;
