/** Headers of responses that clients may store and must revalidate. */
export const cached = {
  ETag: { description: 'Identifies these bytes.', example: '"5d67c2-br"', required: true },
  'Cache-Control': { description: 'Clients revalidate each time.', example: 'no-cache', required: true },
  Vary: { description: 'The bytes depend on the encoding.', example: 'Accept-Encoding', required: true },
};

export const notModified = { description: 'The client has this version: `If-None-Match` names it.' };
