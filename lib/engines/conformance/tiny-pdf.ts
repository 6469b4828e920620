const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
  '<</Length 46>>stream\n1 0 0 rg 0 0 9 9 re f BT /F 9 Tf (text) Tj ET  \nendstream',
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
];

/** A PDF of one page, to prepare a process with. It fails enough clauses that most of the validator is loaded. */
export const tinyPdf = ((): string => {
  let text = '%PDF-1.7\n';
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const size = objects.length + 1;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return (
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}` +
    `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
  );
})();
