import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Width and height of every image on a PDF's first page, in points, as long as nothing turns it. */
export async function imageSizes(bytes: Uint8Array): Promise<{ width: number; height: number }[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  try {
    const { fnArray, argsArray } = await (await (await task.promise).getPage(1)).getOperatorList();
    const sizes: { width: number; height: number }[] = [];
    const outer: { width: number; height: number }[] = [];
    let scale = { width: 1, height: 1 };
    for (const [index, operator] of fnArray.entries()) {
      if (operator === OPS.save) outer.push(scale);
      else if (operator === OPS.restore) scale = outer.pop() ?? { width: 1, height: 1 };
      else if (operator === OPS.transform) {
        const [horizontal = 1, , , vertical = 1] = argsArray[index] as number[];
        scale = { width: scale.width * Math.abs(horizontal), height: scale.height * Math.abs(vertical) };
      } else if (operator === OPS.paintImageXObject) sizes.push(scale);
    }
    return sizes;
  } finally {
    await task.destroy();
  }
}
