declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  /** The script of Emscripten. */
  const script: unknown;
  export default script;
}
