/**
 * Whether JSON text is nested deeper than `deepest` levels, told before it is parsed: parsers and databases differ
 * in where their stack ends. Looks at brackets outside strings only; whether it is JSON at all is for the parser
 * to say.
 */
export function isNestedDeeper(text: string, deepest: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}
