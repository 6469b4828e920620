import type { Readable } from 'node:stream';

export interface LineListener {
  /** Maximum length of all lines together; `Infinity` for a process that no document reaches. */
  mostCharacters: number;
  line: (line: string) => void;
  tooMany: () => void;
}

/** Passes on the complete lines of a channel. */
export function hearLines(
  channel: Readable | null | undefined,
  { mostCharacters, line, tooMany }: LineListener,
): void {
  let rest = '';
  let characters = 0;
  channel?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const complete of lines) line(complete);
    characters += text.length;
    if (characters > mostCharacters) tooMany();
  });
}
