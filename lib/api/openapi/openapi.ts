import { createDocument, type ZodOpenApiObject } from 'zod-openapi';
import { limits } from '../../base/limits.ts';
import type { Contract } from '../contract.ts';
import { sharedHeaders } from './headers.ts';
import { openApiOperation } from './operation.ts';
import { problemExamples, problemSchema } from './problems.ts';

const tags = {
  PDF: 'Merge and split PDFs. What belongs to their pages stays: bookmarks, links, form fields, annotations, labels.',
  HTML: 'Render HTML files and web pages to PDFs and pictures, as Chromium shows them.',
  Office: 'Convert Word, Excel and PowerPoint documents to PDF, as jobs.',
  Jobs: 'Conversions that take longer than an answer: they are queued, worked on, and ended once.',
  Files: 'Results, which live 24 hours.',
  Uploads: 'Files too large for one request.',
  Usage: 'What a key has converted.',
  Service: 'The service itself. These need no key.',
};

const description = `Converts and manipulates documents.

**Requests.** Conversions take \`multipart/form-data\`: files as file parts, everything else as text fields. Wherever a
file part is expected, a text field of the same name can hold the id of an upload instead; where several files are taken,
the two can be mixed and their order is kept. A request takes ${limits.inlineBody.toLocaleString('en')} bytes; larger files
go through \`POST /api/uploads\`. Unknown and repeated fields, and options of another format, are rejected.

**Results.** Files are described in JSON, with a presigned URL of the bytes. Where \`Accept\` begins with the type of the
result the answer is the bytes themselves, or a 303 to them when they are too large for an answer.

**Errors** are problems (RFC 9457), all of one shape, with a \`code\` of a closed list. A path or a method that is not
described here is answered with 404 \`not-found\`.

**Plans** limit each key, exactly: conversions in each UTC minute (\`rate-limited\`), synchronous conversions running at
the same time (\`too-many-requests\`), jobs that have not ended (\`too-many-jobs\`), and the announced sizes of open uploads
(\`too-many-uploads\`). Calls that wait for a job return at once when too many of them wait. Other calls do not count as
conversions; each method has a limit of its own per minute. An installation can also limit documents per month
(\`quota-exceeded\`). Every 429 has \`Retry-After\`, and \`detail\` names the limit.`;

const aws = {
  url: 'https://{api}.execute-api.{region}.amazonaws.com/{stage}',
  description: 'An installation on AWS; its stack puts the address out.',
  variables: {
    api: { default: 'a1b2c3d4e5', description: 'The id of its REST API.' },
    region: { default: 'eu-central-1', description: 'Where it is installed.' },
    stage: { default: 'prod', description: 'The stage of its REST API.' },
  },
};

export interface OutgoingCalls {
  webhooks: NonNullable<ZodOpenApiObject['webhooks']>;
  schemas: NonNullable<NonNullable<ZodOpenApiObject['components']>['schemas']>;
}

/**
 * Builds the service's OpenAPI 3.1 description from the contracts that also validate its requests. An installation
 * replaces `servers` with its own URL.
 *
 * @param calls the requests that the service itself sends, and the schemas that they refer to
 */
export function openApiDocument(contracts: readonly Contract[], version: string, calls: OutgoingCalls) {
  const paths: NonNullable<ZodOpenApiObject['paths']> = {};
  for (const contract of contracts) {
    paths[contract.path] = {
      ...paths[contract.path],
      [contract.method.toLowerCase()]: openApiOperation(contract),
    };
  }
  const used = new Set(contracts.map(({ tag }) => tag));
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'File Conversion Service',
      summary: 'Merges and splits PDFs, renders HTML, converts office documents.',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:3000', description: 'The local run: npm start.' }, aws],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: calls.webhooks,
    components: {
      schemas: { ...calls.schemas, Problem: problemSchema },
      headers: sharedHeaders,
      examples: problemExamples(contracts),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'fcs_ and 49 letters and digits',
          description:
            'An API key, as the operator makes it: `Authorization: Bearer fcs_…`. It belongs to a plan, and what is made ' +
            'with one key is found with no other.',
        },
      },
    },
  });
}
