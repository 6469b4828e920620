export interface Bar {
  label: string;
  value: number;
  /** Whether it is the one that others are compared with. */
  own: boolean;
}

export interface BarGroup {
  title: string;
  bars: readonly Bar[];
}

/** In pixels. */
const size = { width: 760, label: 150, bar: 14, gap: 4, title: 30, right: 90 } as const;
const colors = { own: '#1d4ed8', other: '#94a3b8', text: '#1f2933', paper: '#ffffff' } as const;

/**
 * Bars in groups, as an SVG. Their lengths are logarithmic, since those of one group differ by up to a thousand times.
 *
 * @param unit of the values, which are written behind the bars
 */
export function barChart(groups: readonly BarGroup[], unit: string): string {
  const values = groups.flatMap(({ bars }) => bars.map(({ value }) => value));
  const least = Math.min(...values) / 2;
  const span = Math.log(Math.max(...values) / least);
  const room = size.width - size.label - size.right;
  const parts: string[] = [];
  let y = 0;
  for (const { title, bars } of groups) {
    y += size.title;
    parts.push(text(8, y - 8, title, 'font-weight="bold"'));
    for (const { label, value, own } of bars) {
      const width = Math.max(1, (Math.log(value / least) / span) * room);
      const middle = y + size.bar - 3;
      parts.push(
        text(size.label - 8, middle, label, 'text-anchor="end"'),
        `<rect x="${size.label}" y="${y}" width="${width.toFixed(1)}" height="${size.bar}" fill="${own ? colors.own : colors.other}"/>`,
        text(
          size.label + width + 6,
          middle,
          `${value >= 10 ? Math.round(value) : value.toPrecision(2)} ${unit}`,
        ),
      );
      y += size.bar + size.gap;
    }
  }
  const height = y + size.gap;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${height}" viewBox="0 0 ${size.width} ${height}" font-family="sans-serif" font-size="12" fill="${colors.text}">
<rect width="${size.width}" height="${height}" fill="${colors.paper}"/>
${parts.join('\n')}
</svg>
`;
}

const text = (x: number, y: number, content: string, attributes = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y}" ${attributes}>${content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
