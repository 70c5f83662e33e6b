import type { Block, ListItem } from '#lib/providers/serpapi/blocks';

/**
 * The blocks as a reader sees them: no markers, one line a list item (bullets as `•`), one line a table row with
 * tabs between cells, a blank line between blocks.
 */
export function writeText(blocks: Block[]): string {
  return blocks.map(block).filter(Boolean).join('\n\n');
}

function block(one: Block): string {
  switch (one.kind) {
    case 'heading':
    case 'paragraph':
    case 'code':
      return one.text;
    case 'list':
      return one.items.map((item, index) => listItem(item, one.ordered ? `${index + 1}.` : '•')).join('\n');
    case 'table':
      return one.rows.map((row) => row.map(oneLine).join('\t').trimEnd()).join('\n');
    case 'section':
      return [one.title, writeText(one.blocks)].filter(Boolean).join('\n\n');
  }
}

function listItem(item: ListItem, mark: string): string {
  const below = item.blocks.map(block).filter(Boolean);
  return [`${mark} ${itemWords(item)}`, ...below].join('\n').replaceAll('\n', '\n  ');
}

/** An item's title and words on one line; the vendor repeats the title in the words of some answers. */
export function itemWords(
  { title, text }: ListItem,
  mark: (title: string) => string = (words) => words,
): string {
  if (title === '') return text;
  const rest = text.startsWith(title) ? text.slice(title.length) : text;
  if (rest === '') return mark(title);
  const joint = /^[\s:–—,.]/.test(rest) ? '' : /[:.!?–—]$/.test(title) ? ' ' : ': ';
  return `${mark(title)}${joint}${rest}`;
}

/** Words without line breaks, for a cell. */
export function oneLine(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}
