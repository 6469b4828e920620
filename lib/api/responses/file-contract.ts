import type { ContractResponse, ResponseHeader, ResponseLink } from '../contract.ts';

/** The possible next calls after a description of a file. */
const links: Readonly<Record<string, ResponseLink>> = fileLinks('$response.body#/id');

/** Returns the calls that accept the id at `expression`. */
export function fileLinks(expression: string): Readonly<Record<string, ResponseLink>> {
  const parameters = { id: expression };
  return {
    read: { operationId: 'get-file', description: 'Returns the file with a new presigned URL.', parameters },
    delete: { operationId: 'delete-file', description: 'Deletes the file.', parameters },
  };
}

const vary: Readonly<Record<string, ResponseHeader>> = {
  Vary: {
    description: 'The response depends on the accepted media types.',
    example: 'Accept',
    required: true,
  },
};

const warnings: Readonly<Record<string, ResponseHeader>> = {
  'X-Warnings': {
    description:
      'Codes of the warnings about the result, if it has any and the response does not describe it in JSON.',
    example: 'fields-renamed, signature-broken',
  },
};

/** The responses that all synchronous conversions share, as `respond-with-files.ts` builds them. */
export const fileResponses = {
  links,
  headers: {
    ...vary,
    'Content-Disposition': {
      description: 'Name of the file, if the response contains its bytes.',
      example: "attachment; filename*=UTF-8''merged.pdf",
    },
    ...warnings,
  },
  redirect: {
    description: 'The requested bytes are too large for a response. They are at `Location`.',
    headers: {
      ...vary,
      ...warnings,
      Location: {
        description: 'Presigned URL of the file, valid for 15 minutes.',
        example:
          'https://bucket.s3.eu-central-1.amazonaws.com/results/key_01KAJV4Q/file_01KAJV4Q2B8T6M3Z7X5C9D1F0G?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=900&X-Amz-Signature=5d67',
        required: true,
      },
    },
  },
} satisfies { redirect: ContractResponse } & Pick<ContractResponse, 'links' | 'headers'>;
