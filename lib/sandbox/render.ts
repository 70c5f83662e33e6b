import type { Block, Draft, Span } from '#lib/sandbox/draft';

/** How an engine writes its pointers to sources into Markdown. */
export type CiteStyle = 'links' | 'numbers' | 'none';

/** The answer as plain text: no marks, no pointers. */
export function renderText(draft: Draft): string {
  return join(draft.blocks, (block, number) => prefix(block, number, true) + words(block.spans));
}

/** The answer as Markdown in the engine's manner. */
export function renderMarkdown(draft: Draft, style: CiteStyle): string {
  return join(draft.blocks, (block, number) => {
    const body = block.spans
      .map((span) => (span.bold ? `**${span.text}**` : span.text) + pointers(span, draft, style))
      .join('');
    return block.kind === 'note' ? `*${body}*` : prefix(block, number, false) + body;
  });
}

function pointers(span: Span, draft: Draft, style: CiteStyle): string {
  if (style === 'none' || span.cites === undefined) return '';
  if (style === 'numbers') return span.cites.map((position) => `[${position}]`).join('');
  return span.cites
    .map((position) => {
      const source = draft.sources[position - 1];
      return source === undefined ? '' : ` ([${source.publisher.domain}](${source.url}))`;
    })
    .join('');
}

function words(spans: Span[]): string {
  return spans.map((span) => span.text).join('');
}

function prefix(block: Block, number: number, plain: boolean): string {
  if (block.kind === 'numbered') return `${number}. `;
  if (block.kind === 'bullet') return plain ? '• ' : '* ';
  return block.kind === 'heading' && !plain ? '## ' : '';
}

/** Items of one list stand on lines that follow each other, everything else stands apart. */
function join(blocks: Block[], write: (block: Block, number: number) => string): string {
  let number = 0;
  let text = '';
  blocks.forEach((block, index) => {
    const before = blocks[index - 1]?.kind;
    number = block.kind === 'numbered' && before === 'numbered' ? number + 1 : 1;
    const together = before === block.kind && (block.kind === 'numbered' || block.kind === 'bullet');
    text += (index === 0 ? '' : together ? '\n' : '\n\n') + write(block, number);
  });
  return text;
}
