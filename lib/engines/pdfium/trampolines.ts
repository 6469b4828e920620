/** What a function in WebAssembly takes and returns: `v` for none, `i` for numbers and addresses. The result is first. */
type Signature = string;

/** Compiled once in a process. */
const modules = new Map<Signature, WebAssembly.Module>();

/** A function in WebAssembly that calls one in JavaScript: tables of functions contain only the former. */
export function trampoline(call: (...values: number[]) => number | undefined, signature: Signature): unknown {
  let module = modules.get(signature);
  if (!module) modules.set(signature, (module = new WebAssembly.Module(bytesOf(signature))));
  return new WebAssembly.Instance(module, { e: { f: call } }).exports['f'];
}

/** A module that imports the function `f` of `e`, and exports it. */
function bytesOf([result = '', ...parameters]: Signature): Uint8Array<ArrayBuffer> {
  const [i32, func] = [0x7f, 0x60];
  const results = result === 'v' ? [] : [i32];
  const type = [func, parameters.length, ...parameters.map(() => i32), results.length, ...results];
  const section = (id: number, content: readonly number[]): number[] => [id, content.length, ...content];
  const [e, f] = [0x65, 0x66];
  return Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, ...type]),
    ...section(2, [1, 1, e, 1, f, 0, 0]),
    ...section(7, [1, 1, f, 0, 0]),
  );
}
