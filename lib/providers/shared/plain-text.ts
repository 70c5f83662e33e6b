import type { Nodes, RootContent, Table } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

// In prose, a single tilde means "about" far more often than strikethrough.
const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false });

const formattingTag = /^<\/?(?:b|i|em|strong|sup|sub|u|s|mark|small|span|a|p|center)(?:\s[^>]*)?\/?>$/i;

/** Beyond these limits, which real answers do not reach, parsing Markdown would take more than 200 ms. */
const maxParsedLength = 50_000;
const maxMarks = 4_000;
/** A line break counts as this many marks (see `mark`), because it takes the parser longer. */
const marksPerLine = 3;
/** Characters that have a meaning in Markdown. The first alternative finds a line that is nested too deeply. */
const mark = /(?:^|\n)[ \t>*+\-\d.)]{100}|\*+|[\n\]_`~<>|&\\]/g;

/**
 * Converts Markdown to the text that a reader of the rendered page sees: links as their labels, one line per list
 * item with its number or `•`, one line per table row with tabs between cells, and a blank line between blocks. If
 * a text is too long or too deeply nested, its end is not converted.
 */
export function toPlainText(markdown: string): string {
  const parsedLength = getParsedLength(markdown);
  return `${writeBlock(parser.parse(markdown.slice(0, parsedLength)))}${markdown.slice(parsedLength)}`
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/(?<!\s)\s*\*\*$/, '') // emphasis that was still open when the answer ended
    .trim();
}

/** Returns the length of the beginning that is within the limits, up to the end of a line. */
function getParsedLength(markdown: string): number {
  const beginning = markdown.slice(0, maxParsedLength);
  let marks = 0;
  for (const { 0: found, index } of beginning.matchAll(mark)) {
    marks += found === '\n' ? marksPerLine : 1;
    const isNested = found.length >= 100 && /[^*]/.test(found);
    if (isNested || marks > maxMarks) return Math.max(0, markdown.lastIndexOf('\n', index));
  }
  const isWhole = beginning.length === markdown.length;
  return isWhole ? markdown.length : Math.max(0, beginning.lastIndexOf('\n'));
}

function writeBlock(node: Nodes): string {
  switch (node.type) {
    case 'root':
    case 'blockquote':
    case 'footnoteDefinition':
      return writeBlocks(node.children, '\n\n');
    case 'list':
      return node.children
        .map((item, index) => {
          const marker = node.ordered ? `${(node.start ?? 1) + index}.` : '•';
          return `${marker} ${writeBlocks(item.children, '\n').replaceAll('\n', '\n  ')}`;
        })
        .join('\n');
    case 'table':
      return writeTable(node);
    default:
      return writeInline(node);
  }
}

function writeBlocks(children: RootContent[], separator: string): string {
  return children
    .map(writeBlock)
    .filter((text) => text !== '')
    .join(separator);
}

function writeTable(table: Table): string {
  return table.children
    .map((row) => row.children.map((cell) => writeInline(cell).replaceAll('\n', ' ')).join('\t'))
    .join('\n');
}

function writeInline(node: Nodes): string {
  switch (node.type) {
    case 'text':
      // Markdown does not parse emphasis next to full-width punctuation.
      return node.value.replace(/\*\*([^*\n]+)\*\*/g, '$1');
    case 'code':
    case 'inlineCode':
      return node.value;
    case 'break':
      return '\n';
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'html':
      return convertHtml(node.value);
    case 'link': {
      const label = node.children.map(writeInline).join('');
      return label === '' ? node.url : label;
    }
    default:
      return 'children' in node ? node.children.map(writeInline).join('') : '';
  }
}

/** Converts a line break, and removes formatting tags and comments. Other tags stay, as in an answer that explains `<div>`. */
function convertHtml(html: string): string {
  if (/^<br\s*\/?>$/i.test(html)) return '\n';
  if (formattingTag.test(html) || html.startsWith('<!--')) return '';
  return html;
}
