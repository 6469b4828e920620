import { overlayMembers } from '../fields/finishing/overlay-options.ts';
import { createDocument, type ZodOpenApiObject } from 'zod-openapi';
import { limits } from '../../base/limits.ts';
import type { Contract } from '../contract.ts';
import { headersOfContracts, sharedHeaders } from './headers.ts';
import { openApiOperation } from './operation.ts';
import { problemExamples, problemSchema } from './problems.ts';

const tags = {
  PDF: 'Merge, split, edit, stamp, inspect and validate PDFs, and convert their pages to images or text.',
  HTML: 'Render HTML files, Markdown files and web pages to PDFs and images with Chromium.',
  Office:
    'Convert office documents and other files to PDF, and office documents to other formats. Each conversion is a job.',
  Jobs: 'Asynchronous conversions: read their status, download their results, cancel them.',
  Files: 'Results, which are stored for 24 hours.',
  Uploads: 'Files too large for one request.',
  Usage: 'Completed conversions of your key.',
  Gotenberg:
    "Gotenberg's routes, for its clients. A key is also the password of HTTP Basic authentication, with any user name. Errors are plain text.",
  Service: 'Status and documentation of the service. These operations need no key.',
};

const description = `Converts and manipulates documents.

**Requests.** Conversions accept \`multipart/form-data\`: files as file parts, everything else as text fields. Wherever a
file part is expected, a text field of the same name can contain an upload id, a file id or an https URL instead. A field
with several files can mix these, in order. A request can have up to ${limits.inlineBody.toLocaleString('en')} bytes; upload larger files with
\`POST /api/uploads\`. Unknown fields, repeated fields and options of another format are rejected.

**Results.** Files are described in JSON, with a presigned URL of the bytes. If \`Accept\` begins with the media type of
the result, or with \`image/*\` for an image, the response contains the bytes, or redirects to them with 303 if they are too
large for a response.

**Errors** are problems (RFC 9457), all with the same schema and a \`code\` from a closed list. A path or method that is not
described here returns 404 \`not-found\`.

**Plans** limit each key: conversions in each UTC minute (\`rate-limited\`), concurrent synchronous conversions
(\`too-many-requests\`), jobs that have not finished (\`too-many-jobs\`), and the declared sizes of open uploads
(\`too-many-uploads\`). The plan also limits how many calls of a key can wait for a job at the same time; further calls
return within 250 ms. Other calls do not count as conversions; each method has a separate limit per minute. A deployment
can also limit documents per month (\`quota-exceeded\`). Every 429 has a \`Retry-After\` header, and \`detail\` names the limit.`;

const aws = {
  url: 'https://{api}.execute-api.{region}.amazonaws.com/{stage}',
  description: 'A deployment on AWS. The URL is an output of its stack.',
  variables: {
    api: { default: 'a1b2c3d4e5', description: 'Id of the REST API.' },
    region: { default: 'eu-central-1', description: 'AWS Region of the deployment.' },
    stage: { default: 'prod', description: 'Stage of the REST API.' },
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
      summary: 'Merges, splits, edits and inspects PDFs, renders HTML, converts office documents.',
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
      schemas: { ...calls.schemas, Problem: problemSchema, Overlay: overlayMembers },
      headers: { ...sharedHeaders, ...headersOfContracts(contracts) },
      examples: problemExamples(contracts),
      securitySchemes: {
        basicKey: {
          type: 'http',
          scheme: 'basic',
          description: 'An API key as the password, with any user name. For the routes of Gotenberg only.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'fcs_ and 49 letters and digits',
          description:
            'An API key from the operator: `Authorization: Bearer fcs_…`. A key belongs to a plan. Jobs, files and uploads ' +
            'can be accessed only with the key that created them.',
        },
      },
    },
  });
}
