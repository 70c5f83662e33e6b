import type { Block, ListItem, Passage } from '#lib/providers/serpapi/blocks';
import { itemWords, oneLine } from '#lib/providers/serpapi/write-text';

/** Writes the pointers to sources that stand behind a passage. */
export type Cite = (references: number[]) => string;

/** The blocks as Markdown, with their links and with the pointers to their sources. */
export function writeMarkdown(blocks: Block[], cite: Cite): string {
  return blocks
    .map((one) => block(one, cite))
    .filter(Boolean)
    .join('\n\n');
}

function block(one: Block, cite: Cite): string {
  switch (one.kind) {
    case 'heading':
      return `${'#'.repeat(one.level)} ${oneLine(passage(one, cite))}`;
    case 'paragraph':
      return passage(one, cite);
    case 'list': {
      const items = one.items.map((item, index) => listItem(item, one.ordered ? `${index + 1}.` : '-', cite));
      return items.join('\n') + behind(one.references, cite);
    }
    case 'table':
      return table(one.rows) + behind(one.references, cite);
    case 'code': {
      const fence = '`'.repeat(Math.max(3, ...[...one.text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
      return `${fence}${oneLine(one.language)}\n${one.text}\n${fence}`;
    }
    case 'section':
      return [one.title && `### ${escaped(oneLine(one.title))}`, writeMarkdown(one.blocks, cite)]
        .filter(Boolean)
        .join('\n\n');
  }
}

function behind(references: number[], cite: Cite): string {
  return references.length === 0 ? '' : `\n\n${cite(references).trim()}`;
}

function passage({ text, links, references }: Passage, cite: Cite): string {
  return linked(text, links) + cite(references);
}

function listItem(item: ListItem, mark: string, cite: Cite): string {
  const title = escaped(item.title);
  const words = itemWords({ ...item, title, text: linked(item.text, item.links) }, (bold) => `**${bold}**`);
  const below = item.blocks.map((one) => block(one, cite)).filter(Boolean);
  const indent = `\n${' '.repeat(mark.length + 1)}`;
  return [`${mark} ${words}${cite(item.references)}`, ...below].join('\n').replaceAll('\n', indent);
}

function table(rows: string[][]): string {
  const width = Math.max(...rows.map((row) => row.length));
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, index) => escaped(oneLine(row[index] ?? '')).replaceAll('|', '\\|')).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}

/** The words with the first place of each link made one. Links that overlap an earlier one stay words. */
function linked(text: string, links: Passage['links']): string {
  let result = '';
  let from = 0;
  for (const { text: words, address } of links) {
    const at = text.indexOf(words, from);
    if (at < 0 || !URL.canParse(address)) continue;
    result += `${escaped(text.slice(from, at))}[${escaped(words)}](${destination(address)})`;
    from = at + words.length;
  }
  return result + escaped(text.slice(from));
}

/** An address as it can stand in a Markdown link. */
export function destination(address: string): string {
  return address.replace(/[\s()<>\\]/g, (char) =>
    encodeURIComponent(char).replace('(', '%28').replace(')', '%29'),
  );
}

/** Plain words as Markdown that shows them as they are. */
export function escaped(words: string): string {
  return words
    .replace(/[\\`*[\]<]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/^(\s*)([#>+-])(?=\s|#)/gm, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s)/gm, '$1\\$2');
}
