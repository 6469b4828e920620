import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** Forbids imports that would turn the layers round; see ARCHITECTURE.md, "Direction of imports". */
const mayNotImport = (files, groups) => ({
  files,
  rules: {
    'no-restricted-imports': ['error', { patterns: groups.map(([regex, message]) => ({ regex, message })) }],
  },
});

const deployment = ['(^|/)(cdk|test)/', 'functions/ and lib/ do not know how they are deployed or tested.'];
const functions = ['^#functions/|/functions/', 'lib/ does not know the functions that use it.'];
const aws = ['^(@aws-sdk|@aws-lambda-powertools|@middy)/|^aws-lambda$', 'Engines know nothing of AWS.'];
const localStack = ['(^|/)local/(src|test|testing)/', 'Import local-stack by its name.'];
const clientEntry = [
  '/client/(?!src/index\\.ts$)',
  'Import the client by the entry of its package, lib/client/src/index.ts.',
];
/** The rooms of lib/, and the rooms that each may import; see ARCHITECTURE.md, "Direction of imports". */
const rooms = {
  base: [],
  api: ['base'],
  auth: ['base'],
  files: ['base', 'api', 'auth'],
  activity: ['base', 'api', 'auth'],
  idempotency: ['base', 'files'],
  engines: ['base', 'api'],
  jobs: ['base', 'api', 'auth', 'files', 'activity'],
  webhooks: ['base', 'api', 'files', 'engines', 'jobs'],
  storage: ['base', 'api', 'auth', 'files', 'activity', 'idempotency', 'jobs', 'webhooks'],
  http: ['base', 'api', 'auth', 'files', 'activity', 'idempotency'],
  conversions: ['base', 'api', 'auth', 'files', 'activity', 'engines', 'jobs', 'webhooks', 'http'],
  gotenberg: [
    'base',
    'api',
    'auth',
    'files',
    'activity',
    'engines',
    'jobs',
    'webhooks',
    'http',
    'conversions',
  ],
  docs: ['base', 'api', 'http'],
  client: ['base', 'api'],
};

/** Forbids the files of a room what it may not import, and the `further` patterns. */
const roomMayNotImport = (room, ...further) => {
  const others = Object.keys(rooms).filter((name) => name !== room && !rooms[room].includes(name));
  const direction = [
    `^(\\.\\./)+(${others.join('|')})/`,
    `lib/${room} may import ${rooms[room].map((name) => `lib/${name}`).join(', ') || 'no other room'}.`,
  ];
  return mayNotImport([`lib/${room}/**/*.ts`], [deployment, functions, direction, pdfLib, ...further]);
};

const pdfLib = ['^pdf-lib', 'Import the object model from lib/engines/pdf/objects.ts.'];

const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'The environment is read in handler.ts only.',
};
const pdfNames = {
  selector: "CallExpression[callee.object.name='PDFName'][callee.property.name='of']",
  message: 'Names that the engine knows are in keys.ts; nameOf() makes those of documents.',
};

/** The text of an error at argument `position` of calls that match `call`, where the code states it. */
const errorText = (call, position, { literal, start, end }, message) => [
  { selector: `${call} > Literal:nth-child(${position}):not([value=${literal}])`, message },
  {
    selector: `${call} > TemplateLiteral:nth-child(${position}) > TemplateElement:first-child[value.raw=${start}]`,
    message,
  },
  {
    selector: `${call} > TemplateLiteral:nth-child(${position}) > TemplateElement[tail=true][value.raw=${end}]`,
    message,
  },
];
const sentence = { literal: "/^([A-Z']|\\w+: ).*[.]$/", start: '/^(?!\\w+: )[a-z]/', end: '/[^.]$/' };
const predicate = { literal: "/^[a-z'].*[^.]$/", start: '/^[A-Z]/', end: '/[.]$/' };
const errorTexts = [
  ...errorText(
    "NewExpression[callee.name='AppError']",
    2,
    sentence,
    'The message of an AppError is a sentence; see lib/base/README.md, "Errors".',
  ),
  ...errorText(
    "NewExpression[callee.name='InputFault']",
    2,
    predicate,
    'The text of an InputFault is a predicate, without a period; see lib/base/README.md, "Errors".',
  ),
  ...errorText(
    "CallExpression[callee.object.name='AppError'][callee.property.name='inField']",
    3,
    predicate,
    'The message of a field is a predicate, without a period; see lib/base/README.md, "Errors".',
  ),
];

export default defineConfig(
  {
    ignores: [
      'node_modules',
      '**/dist',
      'cdk.out',
      '.local',
      'coverage',
      'layers/.out',
      'layers/.own',
      'layers/.cache',
    ],
  },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  mayNotImport(['functions/**/*.ts'], [deployment, clientEntry]),
  ...Object.keys(rooms).map((room) => roomMayNotImport(room, ...(room === 'engines' ? [aws] : []))),
  mayNotImport(['lib/engines/pdf/objects.ts'], [deployment, functions, aws]),
  mayNotImport(
    ['cdk/*.ts', 'cdk/constructs/**/*.ts'],
    [
      ['^#functions/|/functions/', 'cdk/ imports contracts from lib/api, and nothing from functions/.'],
      localStack,
    ],
  ),
  mayNotImport(
    ['cdk/docs/**/*.ts'],
    [
      ['^#(?!lib/docs/)|^(\\.\\./)+(?!project\\.ts$)', 'cdk/docs may import lib/docs and cdk/project.ts.'],
      ['^(aws-cdk-lib|constructs|@aws-sdk)(/|$)', 'cdk/docs must not import packages of AWS.'],
    ],
  ),
  mayNotImport(['test/**/*.ts'], [localStack]),
  {
    files: ['lib/client/src/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(\\.\\./){2,}(?!(\\.\\./)*(api|base)/)',
              message: 'The client knows lib/api and lib/base only.',
            },
            {
              regex: '^(?!\\.{1,2}/|node:)|^(\\.\\./){2,}(api|base)/(?!limits\\.ts$)',
              message: 'The published package has no dependency and no schema: import types only.',
              allowTypeImports: true,
            },
          ],
        },
      ],
    },
  },
  // The build of the package replaces this module by what it exports.
  {
    files: ['lib/client/src/cli/operations.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': 'off' },
  },
  mayNotImport(
    ['cdk/local/src/**/*.ts', 'cdk/local/testing/*.ts'],
    [
      [
        '^#|(^|/)(functions|lib|constructs|support)/',
        'local-stack knows the project only through its template.',
      ],
    ],
  ),
  {
    files: ['functions/**/*.ts', 'lib/**/*.ts'],
    ignores: ['functions/*/handler.ts'],
    rules: { 'no-restricted-syntax': ['error', environment, pdfNames, ...errorTexts] },
  },
  {
    files: ['lib/engines/pdf/keys.ts', 'lib/engines/pdf/syntax/names.ts'],
    rules: { 'no-restricted-syntax': ['error', environment] },
  },
  {
    files: ['test/**/*.test.ts', 'lib/client/test/**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.property.name=/^(skipIf|runIf)$/]:not([callee.property.name='skipIf'][arguments.0.callee.name='leftOut'])",
          message: 'Only leftOut() leaves tests out; see test/support/requirements.ts.',
        },
        {
          selector:
            "CallExpression[callee.property.name=/^(skip|todo|only)$/], CallExpression[callee.name='skip'], CallExpression[callee.object.property.name=/^(skip|todo|only)$/]",
          message: 'A test that is not run shows nothing.',
        },
      ],
    },
  },
  { files: ['**/*.js', '**/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
  prettier,
);
