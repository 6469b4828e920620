import type { ContractResponse, ResponseHeader, ResponseLink } from '../contract.ts';

/** The possible next calls after a description of a file. */
const links: Readonly<Record<string, ResponseLink>> = fileLinks('$response.body#/id');

/** Returns the calls that accept the id at `expression`. */
export function fileLinks(expression: string): Readonly<Record<string, ResponseLink>> {
  const parameters = { id: expression };
  return {
    read: { operationId: 'get-file', description: 'The file with a new URL.', parameters },
    delete: { operationId: 'delete-file', description: 'Deletes the file.', parameters },
  };
}

const vary: Readonly<Record<string, ResponseHeader>> = {
  Vary: { description: 'The answer depends on what is accepted.', example: 'Accept', required: true },
};

/** The responses that all synchronous conversions share, as `respond-with-files.ts` builds them. */
export const fileResponses = {
  links,
  headers: {
    ...vary,
    'Content-Disposition': {
      description: 'Where the answer is the bytes: the name of the file.',
      example: "attachment; filename*=UTF-8''merged.pdf",
    },
  },
  redirect: {
    description: 'The bytes were asked for and are too large for an answer: they are at `Location`.',
    headers: {
      ...vary,
      Location: {
        description: 'Presigned URL of the file, valid 15 minutes.',
        example:
          'https://bucket.s3.eu-central-1.amazonaws.com/results/key_01KAJV4Q/file_01KAJV4Q2B8T6M3Z7X5C9D1F0G?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=900&X-Amz-Signature=5d67',
        required: true,
      },
    },
  },
} satisfies { redirect: ContractResponse } & Pick<ContractResponse, 'links' | 'headers'>;
