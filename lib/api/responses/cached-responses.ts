/** Headers of responses that clients may store and must revalidate. */
export const cached = {
  ETag: { description: 'Identifies this version of the body.', example: '"5d67c2-br"', required: true },
  'Cache-Control': {
    description: 'Clients must revalidate before each use.',
    example: 'no-cache',
    required: true,
  },
  Vary: {
    description: 'The body depends on the accepted encodings.',
    example: 'Accept-Encoding',
    required: true,
  },
};

export const notModified = {
  description: 'The client has the current version, which `If-None-Match` names.',
};
