/** A step of a scenario, with its table or its text. */
export interface Step {
  /** Without its keyword. */
  text: string;
  rows: string[][];
  doc: string | undefined;
}

export interface Scenario {
  name: string;
  steps: Step[];
}

const keyword = /^(?:Given|When|Then|And|But) (.*)$/;

/** Reads the scenarios of a feature in Gherkin: steps, tables and texts, without outlines. */
export function readScenarios(source: string): Scenario[] {
  const scenarios: Scenario[] = [];
  let doc: { indent: number; lines: string[] } | undefined;
  for (const line of source.split('\n')) {
    const text = line.trim();
    const step = scenarios.at(-1)?.steps.at(-1);
    if (text === '"""') {
      if (doc && step) {
        const { indent, lines } = doc;
        step.doc = lines
          .map((each) => (each.slice(0, indent).trim() === '' ? each.slice(indent) : each))
          .join('\n');
        doc = undefined;
      } else {
        doc = { indent: line.indexOf('"""'), lines: [] };
      }
    } else if (doc) {
      doc.lines.push(line);
    } else if (text.startsWith('Scenario:')) {
      scenarios.push({ name: text.slice('Scenario:'.length).trim(), steps: [] });
    } else if (text.startsWith('|')) {
      step?.rows.push(cellsOf(text));
    } else {
      const [, words] = keyword.exec(text) ?? [];
      if (words !== undefined) scenarios.at(-1)?.steps.push({ text: words, rows: [], doc: undefined });
    }
  }
  return scenarios;
}

/** The cells of `| a | b |`. A bar can be escaped, and so can a backslash. */
const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) =>
      cell.trim().replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character)),
    );
