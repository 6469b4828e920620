import { withOrigin } from './response-origin.ts';

/** The methods of a response that read its whole body. */
const readers = ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'];

/** Statuses of responses without a body (Fetch standard, "null body status"). */
const withoutContent = [204, 205, 304];

/**
 * The same response, whose body is read by `read` chunk by chunk and fails with its errors. Nothing is read ahead.
 *
 * @param read calls its argument and returns the result
 */
export function watchedResponse(
  response: Response,
  read: <T>(next: () => Promise<T>) => Promise<T>,
): Response {
  // Chromium's responses without content have a body all the same, with which no response can be created.
  if (!response.body || withoutContent.includes(response.status)) return response;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let failure: { error: unknown } | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await read(() => reader.read());
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          failure = { error };
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const watched = withOrigin(new Response(body, response), response);
  for (const name of readers) {
    const readAll = (watched as unknown as Record<string, (() => Promise<unknown>) | undefined>)[name];
    // Some browsers replace the error of a stream by their own.
    const value = () =>
      readAll?.call(watched).catch((error: unknown) => {
        throw failure ? failure.error : error;
      });
    if (readAll) Object.defineProperty(watched, name, { value });
  }
  return watched;
}
