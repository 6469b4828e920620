/** The part of highlight.js that the engine uses: its own declarations need those of browsers. */
interface Highlighter {
  getLanguage(name: string): object | undefined;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}

declare const highlighter: Highlighter;

export default highlighter;
