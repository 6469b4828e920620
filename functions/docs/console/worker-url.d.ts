/** The bundle puts the file beside the page, and gives its address relative to the importing file. */
declare module '*.min.mjs' {
  const address: string;
  export default address;
}
