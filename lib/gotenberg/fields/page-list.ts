/** Returns a list of pages in the service's form: Gotenberg's engines also write the last page as `end`, `z` or `l`. */
export const pageList = (text: string): string =>
  text.replaceAll(/\s/g, '').replaceAll(/-(?:end|z|l)(?=,|$)/g, '-');
