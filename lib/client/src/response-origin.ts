/** Sets where a response is from: its constructor does not accept that. */
export const withOrigin = (response: Response, { url, redirected }: Origin): Response =>
  Object.defineProperties(response, {
    url: { value: url, configurable: true },
    redirected: { value: redirected, configurable: true },
  });

type Origin = Pick<Response, 'url' | 'redirected'>;
