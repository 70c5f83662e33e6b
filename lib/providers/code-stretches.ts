const code = /(`{3,}|~{3,})[\s\S]*?(?:\1|$)|(`+)(?!`)(?:(?!\n\s*\n)[\s\S])*?[^`]\2(?!`)/gu;

/** Where a Markdown text is code, fenced or inline, in UTF-16 units: what looks like a citation there is none. */
export function codeStretches(text: string): { start: number; end: number }[] {
  return [...text.matchAll(code)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}
