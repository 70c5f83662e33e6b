export const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

interface LineFields {
  fields: string[];
  /** True if the line ends inside a quoted field, which continues on the next line. */
  isOpen: boolean;
}

interface Field {
  value: string;
  /** The index of the separator after it, or the length of the line. */
  end: number;
  isOpen: boolean;
}

/**
 * Reads the fields of a line of a CSV in linear time. A field in quotes can contain separators and line breaks; spaces
 * around its quotes are ignored. A quote inside any other field is text.
 * @param isContinued whether the line begins inside the quotes of a field
 * @returns null if the quotes do not match
 */
export function readCsvLine(line: string, separator: Separator, isContinued: boolean): LineFields | null {
  const fields: string[] = [];
  let isOpen = false;
  for (let start = 0; start <= line.length; ) {
    const field =
      isContinued && start === 0
        ? readQuotedText(line, 0, separator)
        : (tryReadQuotedField(line, start, separator) ?? readPlainField(line, start, separator));
    if (field === null) return null;
    fields.push(field.value);
    start = field.end + 1;
    isOpen = field.isOpen;
  }
  return { fields, isOpen };
}

function tryReadQuotedField(line: string, start: number, separator: Separator): Field | null {
  const quote = skip(spaces, line, start);
  if (line[quote] !== '"') return null;
  const field = readQuotedText(line, quote + 1, separator);
  // A quote after a space can be part of a sentence, so it must be closed on the same line.
  return field?.isOpen && quote > start ? null : field;
}

/** Reads a field from the inside of its quotes. Null if something other than a separator follows the closing quote. */
function readQuotedText(line: string, start: number, separator: Separator): Field | null {
  const closing = skip(quotedText, line, start);
  const value = line.slice(start, closing).replaceAll('""', '"');
  if (closing === line.length) return { value, end: closing, isOpen: true };
  const end = skip(spaces, line, closing + 1);
  return end === line.length || line[end] === separator ? { value, end, isOpen: false } : null;
}

function readPlainField(line: string, start: number, separator: Separator): Field | null {
  if (line[start] === '"') return null;
  const next = line.indexOf(separator, start);
  const end = next === -1 ? line.length : next;
  return { value: line.slice(start, end), end, isOpen: false };
}

const spaces = / */y;
/** Matches up to a quote that is not doubled. */
const quotedText = /[^"]*(?:""[^"]*)*/y;

/** Returns the index after the match of a sticky pattern that matches any text. */
function skip(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  pattern.test(text);
  return pattern.lastIndex;
}
