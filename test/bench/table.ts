/** Prints a table; the first column holds names, all others figures. */
export function printTable(headings: readonly string[], lines: readonly (readonly string[])[]): void {
  const rows = [headings, ...lines];
  const widths = headings.map((_, at) => Math.max(...rows.map((cells) => (cells[at] ?? '').length)));
  console.log();
  for (const cells of rows) {
    console.log(
      `  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart((widths[at] ?? 0) + 2))).join('')}`,
    );
  }
}
