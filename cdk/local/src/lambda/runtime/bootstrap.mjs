/**
 * What runs in the process of an execution environment: a Lambda runtime for Node.js, without native code.
 * It behaves like the managed Node.js 24 runtime, whose client is public:
 * https://github.com/aws/aws-lambda-nodejs-runtime-interface-client
 *
 * The environment variables are Lambda's. File descriptors 3 and 4 are ours. 3 takes one byte for each event that has
 * arrived, so that an event sent to a process that was just killed can go to another one. 4 is a file with the body of
 * a large event.
 */
import console from 'node:console';
import { writeSync } from 'node:fs';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { BodyFile } from './body-file.mjs';
import { loadHandler } from './load-handler.mjs';
import { RuntimeClient } from './runtime-client.mjs';
import { describeError, RuntimeError } from './runtime-error.mjs';
import { awslambda, streamingOptions } from './streaming-handler.mjs';

const env = process.env;
const client = new RuntimeClient(env.AWS_LAMBDA_RUNTIME_API);
const bodies = new BodyFile();

/** @type {'init' | 'idle' | 'invoke'} */
let phase = 'init';
/** @type {string | undefined} */
let requestId;

process.on('uncaughtException', (error) => void fail('Uncaught Exception', error, 129));
process.on('unhandledRejection', (reason) => {
  const error = new RuntimeError('Runtime.UnhandledPromiseRejection', describeError(reason).errorMessage);
  if (reason instanceof Error) {
    error.message = String(reason);
    error.stack = reason.stack;
  }
  void fail('Unhandled Promise Rejection', error, 128);
});
// Nothing is left that could settle the handler's promise.
process.on('beforeExit', () => {
  const message = 'The runtime detected an exit of Node.js: a Promise was never settled.';
  void fail('Unexpected Exit', new RuntimeError('Runtime.NodeJsExit', message), 13);
});

const respond = await prepare().catch((error) => fail('Init Error', error, 1));
for (;;) await serve();

/** @returns what serves one event: it calls the handler and hands its response to Lambda */
async function prepare() {
  if (!['1', 'true'].includes(env.AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA)) globalThis.awslambda = awslambda;
  const handle = await loadHandler(env.LAMBDA_TASK_ROOT, env._HANDLER);
  const streaming = streamingOptions(handle);
  return streaming === undefined
    ? (readEvent, context) => returnResponse(handle, readEvent, context)
    : (readEvent, context) => streamResponse(handle, readEvent, context, streaming);
}

async function serve() {
  phase = 'idle';
  // Without the Runtime API there is nobody to work for.
  const { headers, body } = await client.nextInvocation().catch(() => process.exit(1));
  requestId = headers['lambda-runtime-aws-request-id'];
  phase = 'invoke';
  writeSync(3, '.');
  setTraceId(headers['lambda-runtime-trace-id']);
  await respond(() => eventFrom(body, headers), contextFrom(headers));
}

function eventFrom(json, headers) {
  const event = JSON.parse(json);
  const bodyBytes = headers['local-stack-body-bytes'];
  if (bodyBytes !== undefined) event.body = bodies.read(Number(bodyBytes));
  return event;
}

async function returnResponse(handle, readEvent, context) {
  let result;
  try {
    result = serialize(await handle(readEvent(), context));
    // A promise that was rejected in the same turn is to count against this invocation.
    await setImmediate();
  } catch (error) {
    await setImmediate();
    logError('Invoke Error', error);
    await client.postError(requestId, describeError(error));
    return;
  }
  const status = await client.postResponse(requestId, result);
  if (status !== 202)
    console.error(`Failed to post handler success response. Http response code: ${status}.`);
}

/** The invocation is over when the handler has returned and ended its stream. */
async function streamResponse(handle, readEvent, context, options) {
  const response = client.openResponse(requestId, options);
  try {
    const returned = handle(readEvent(), response.stream, context);
    if (typeof returned?.then !== 'function') throw 'Streaming does not support non-async handlers.';
    if ((await returned) !== undefined) console.warn('Streaming handlers ignore return values.');
  } catch (error) {
    logError('Invoke Error', error);
    response.fail(describeError(error));
  }
  // Lambda knows of a stream that was destroyed only if it had begun.
  await response.done.catch((error) => client.postError(requestId, describeError(error)));
}

function serialize(result) {
  try {
    return JSON.stringify(result ?? null) ?? 'null';
  } catch {
    throw new RuntimeError('Runtime.JSONStringifyError', 'Unable to stringify response body');
  }
}

/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
function contextFrom(headers) {
  const deadline = Number(headers['lambda-runtime-deadline-ms']);
  const clientContext = headers['lambda-runtime-client-context'];
  return {
    functionName: env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: env.AWS_LAMBDA_FUNCTION_VERSION,
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    memoryLimitInMB: env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    awsRequestId: requestId,
    logGroupName: env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: env.AWS_LAMBDA_LOG_STREAM_NAME,
    identity: undefined,
    clientContext: clientContext === undefined ? undefined : JSON.parse(clientContext),
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

/** The SDK and the X-Ray libraries read the trace id from the environment, anew in each invocation. */
function setTraceId(traceId) {
  if (traceId === undefined) delete env._X_AMZN_TRACE_ID;
  else env._X_AMZN_TRACE_ID = traceId;
}

/** Reports the error to Lambda if an invocation or the initialisation is under way, and ends the process. */
async function fail(label, error, exitCode) {
  logError(label, error);
  try {
    if (phase !== 'idle')
      await client.postError(phase === 'init' ? undefined : requestId, describeError(error));
  } finally {
    process.exit(exitCode);
  }
}

function logError(label, error) {
  console.error(`${label}\t${JSON.stringify(describeError(error))}`);
}
