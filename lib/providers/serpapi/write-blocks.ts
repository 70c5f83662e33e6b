import type { Block, ListItem, Passage } from '#lib/providers/serpapi/text-blocks';

/**
 * Writes blocks as plain text: one line per list item with its number or `•`, one line per table row with tabs between
 * cells, and a blank line between blocks.
 */
export function writeText(blocks: Block[]): string {
  return blocks.map(blockToText).filter(Boolean).join('\n\n');
}

function blockToText(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
    case 'code':
      return block.text;
    case 'list':
      return block.items
        .map((item, index) => {
          const nested = item.blocks.map(blockToText).filter(Boolean);
          const marker = block.isOrdered ? `${index + 1}.` : '•';
          return [`${marker} ${joinTitle(item)}`, ...nested].join('\n').replaceAll('\n', '\n  ');
        })
        .join('\n');
    case 'table':
      return block.rows.map((row) => row.map(toOneLine).join('\t').trimEnd()).join('\n');
    case 'section':
      return [block.title, writeText(block.blocks)].filter(Boolean).join('\n\n');
  }
}

/** Writes links to the sources with the given reference indexes and to those of chips, in Markdown. */
export type WriteCitations = (references: Passage['references'], chips?: Passage['chips']) => string;

/** Writes blocks as Markdown with their links and citations. */
export function writeMarkdown(blocks: Block[], writeCitations: WriteCitations): string {
  return blocks
    .map((block) => blockToMarkdown(block, writeCitations))
    .filter(Boolean)
    .join('\n\n');
}

function blockToMarkdown(block: Block, cite: WriteCitations): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${toOneLine(passageToMarkdown(block, cite))}`;
    case 'paragraph':
      return passageToMarkdown(block, cite);
    case 'list': {
      const items = block.items.map((item, index) =>
        itemToMarkdown(item, block.isOrdered ? `${index + 1}.` : '-', cite),
      );
      return items.join('\n') + citeBelow(block.references, cite);
    }
    case 'table':
      return tableToMarkdown(block.rows) + citeBelow(block.references, cite);
    case 'code': {
      const runs = [...block.text.matchAll(/`+/g)].map(([run]) => run.length + 1);
      const fence = '`'.repeat(Math.max(3, ...runs));
      return `${fence}${toOneLine(block.language)}\n${block.text}\n${fence}`;
    }
    case 'section':
      return [
        block.title && `### ${escapeMarkdown(toOneLine(block.title))}`,
        writeMarkdown(block.blocks, cite),
      ]
        .filter(Boolean)
        .join('\n\n');
  }
}

function citeBelow(references: Passage['references'], cite: WriteCitations): string {
  return !references || references.length === 0 ? '' : `\n\n${cite(references).trim()}`;
}

function passageToMarkdown({ text, links, chips, references }: Passage, cite: WriteCitations): string {
  return writeLinks(text, links) + cite(references, chips);
}

function itemToMarkdown(item: ListItem, marker: string, cite: WriteCitations): string {
  const escaped = { title: escapeMarkdown(item.title), text: writeLinks(item.text, item.links) };
  const line = joinTitle(escaped, (title) => `**${title}**`);
  const nested = item.blocks.map((block) => blockToMarkdown(block, cite)).filter(Boolean);
  const indent = `\n${' '.repeat(marker.length + 1)}`;
  return [`${marker} ${line}${cite(item.references, item.chips)}`, ...nested]
    .join('\n')
    .replaceAll('\n', indent);
}

function tableToMarkdown(rows: string[][]): string {
  const width = Math.max(...rows.map((row) => row.length));
  const writeRow = (row: string[]) => {
    const cells = Array.from({ length: width }, (_, index) => escapeMarkdown(toOneLine(row[index] ?? '')));
    return `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  };
  const [header = [], ...body] = rows;
  return [writeRow(header), `|${' --- |'.repeat(width)}`, ...body.map(writeRow)].join('\n');
}

/** Links each link text where it first occurs after the previous link. A link text that does not occur there is not linked. */
function writeLinks(text: string, links: Passage['links']): string {
  let result = '';
  let previousEnd = 0;
  for (const { text: label, url } of links) {
    const start = text.indexOf(label, previousEnd);
    if (start < 0 || !URL.canParse(url)) continue;
    result += `${escapeMarkdown(text.slice(previousEnd, start))}[${escapeMarkdown(label)}](${escapeLinkTarget(url)})`;
    previousEnd = start + label.length;
  }
  return result + escapeMarkdown(text.slice(previousEnd));
}

/** Joins an item's title and text on one line, without repeating a title that starts the text. */
function joinTitle(
  { title, text }: Pick<ListItem, 'title' | 'text'>,
  format = (plainTitle: string) => plainTitle,
): string {
  if (title === '') return text;
  const rest = text.startsWith(title) ? text.slice(title.length) : text;
  if (rest === '') return format(title);
  const separator = /^[\s:–—,.]/.test(rest) ? '' : /[:.!?–—]$/.test(title) ? ' ' : ': ';
  return `${format(title)}${separator}${rest}`;
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export function escapeLinkTarget(url: string): string {
  return url.replace(/[\s()<>\\]/g, (char) =>
    encodeURIComponent(char).replace('(', '%28').replace(')', '%29'),
  );
}

export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*[\]<]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/^(\s*)([#>+-])(?=\s|#)/gm, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s)/gm, '$1\\$2');
}
