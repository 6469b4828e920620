/** A PDF with a cross-reference table, as Chromium and LibreOffice write it. */
export function generatedPdf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<</Size ${objects.length + 1} /Root 1 0 R${trailer}>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
