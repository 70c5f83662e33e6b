/** Indentation may make JSON this many times longer; deeply nested lists would otherwise become hundreds of MB. */
const maxGrowth = 4;
const minAllowedLength = 4_000;

/** Indents JSON for readability; returns any other text, and JSON that would become much longer, unchanged. */
export function formatJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const maxLength = Math.max(minAllowedLength, maxGrowth * text.length);
    return isIndentedLonger(text, maxLength) ? text : JSON.stringify(value, null, 2);
  } catch {
    return text;
  }
}

/** Returns whether valid JSON is longer than `maxLength` with one value per line, indented by two spaces per level. */
function isIndentedLonger(json: string, maxLength: number): boolean {
  let length = json.length;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length && length <= maxLength; at += 1) {
    const character = json.charAt(at);
    if (isInString && character === '\\') at += 1;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && '[]{},'.includes(character)) {
      if (character === '[' || character === '{') depth += 1;
      if (character === ']' || character === '}') depth -= 1;
      length += 1 + 2 * depth;
    }
  }
  return length > maxLength;
}
