/** The extensions of the files that Gotenberg takes for office documents. What a file is, is recognized by its content. */
export const officeExtensions: readonly string[] = `

`
  .trim()
  .split(/\s+/)
  .map((name) => `.${name}`);
