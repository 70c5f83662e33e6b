import type { Nodes, RootContent, Table } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

// A single tilde is "about" in prose far more often than a deletion.
const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false });

const formattingTag = /^<\/?(?:b|i|em|strong|sup|sub|u|s|mark|small|span|a|p|center)(?:\s[^>]*)?\/?>$/i;

/**
 * The text a reader of rendered Markdown sees: no markers, links by their words, one line a list item (numbers
 * kept, bullets as `•`), one line a table row with tabs between cells, a blank line between blocks.
 */
export function plainText(markdown: string): string {
  return block(parser.parse(markdown))
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\s*\*\*$/, '') // emphasis that the answer's end left open
    .trim();
}

function block(node: Nodes): string {
  switch (node.type) {
    case 'root':
    case 'blockquote':
    case 'footnoteDefinition':
      return blocks(node.children, '\n\n');
    case 'list':
      return node.children
        .map((item, index) => {
          const mark = node.ordered ? `${(node.start ?? 1) + index}.` : '•';
          return `${mark} ${blocks(item.children, '\n').replaceAll('\n', '\n  ')}`;
        })
        .join('\n');
    case 'table':
      return rows(node);
    case 'code':
      return node.value;
    case 'thematicBreak':
    case 'definition':
      return '';
    default:
      return inline(node);
  }
}

function blocks(children: RootContent[], separator: string): string {
  return children
    .map(block)
    .filter((text) => text !== '')
    .join(separator);
}

function rows(table: Table): string {
  return table.children
    .map((row) => row.children.map((cell) => inline(cell).replaceAll('\n', ' ')).join('\t'))
    .join('\n');
}

function inline(node: Nodes): string {
  switch (node.type) {
    case 'text':
      // Emphasis that touches full-width punctuation does not parse as such, though it is meant.
      return node.value.replace(/\*\*([^*\n]+)\*\*/g, '$1');
    case 'inlineCode':
      return node.value;
    case 'break':
      return '\n';
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'footnoteReference':
      return '';
    case 'html':
      return htmlText(node.value);
    case 'link': {
      const words = node.children.map(inline).join('');
      return words === '' ? node.url : words;
    }
    default:
      return 'children' in node ? node.children.map(inline).join('') : '';
  }
}

/** Tags that only format are gone; others stand, as in an answer that speaks about `<div>`. */
function htmlText(html: string): string {
  if (/^<br\s*\/?>$/i.test(html)) return '\n';
  if (formattingTag.test(html) || html.startsWith('<!--')) return '';
  return html;
}
