import { escapeHtml } from '#lib/core/text';
import type { Block, Draft, Span } from '#lib/sandbox/answers/draft';

/** How an engine marks citations in Markdown. */
export type CiteStyle = 'links' | 'numbers' | 'none';

/** Renders the answer as plain text without citation marks. */
export function renderText(draft: Draft): string {
  return join(draft.blocks, (block, number) => prefix(block, number, true) + words(block.spans));
}

/** Renders the answer as Markdown in the engine's style. */
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

/** Joins blocks with a blank line, except items of one list. */
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

const style = `body{margin:0;font:16px/1.6 system-ui,sans-serif;color:#1c2526;background:#f5f7f7}
main{max-width:44rem;margin:0 auto;padding:2rem 1.25rem}
.banner{padding:.6rem 1.25rem;color:#1c2526;background:repeating-linear-gradient(45deg,#dfeeed 0 10px,#eef5f4 10px 20px)}
h1{font-size:1.35rem}h2{font-size:1.1rem}a{color:#0b6b6b}sup{margin-left:.1rem}
ol.sources{font-size:.9rem;color:#4a5657}.note{color:#4a5657;font-style:italic}`;

const longestHeading = 200;

/** Renders the answer as an HTML page without scripts or external resources. */
export function renderPage(draft: Draft, prompt: string, engineName: string): string {
  const body = draft.blocks
    .map((block, index) => element(block, draft.blocks[index - 1], draft.blocks[index + 1], draft))
    .join('\n');
  const sources = draft.sources
    .map((source) => `<li>${link(source.url, source.title)} · ${escapeHtml(source.publisher.domain)}</li>`)
    .join('\n');
  const list = sources === '' ? '' : `<h2>Sources</h2>\n<ol class="sources">\n${sources}\n</ol>`;
  return renderShell(prompt, engineName, `${body}\n${list}`);
}

/** Renders an HTML page around a body, with the prompt as its heading and the sandbox's notice. */
function renderShell(prompt: string, engineName: string, body: string): string {
  const letters = [...prompt];
  const heading = letters.length > longestHeading ? `${letters.slice(0, longestHeading).join('')}…` : prompt;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)}</title><style>${style}</style></head>
<body><div class="banner">Sandbox · ${escapeHtml(engineName)} · a fictional market: no brand, page or price here is real</div>
<main><h1>${escapeHtml(heading)}</h1>
${body}
</main></body></html>
`;
}

const tags: Record<Block['kind'], [open: string, close: string]> = {
  heading: ['<h2>', '</h2>'],
  paragraph: ['<p>', '</p>'],
  bullet: ['<li>', '</li>'],
  numbered: ['<li>', '</li>'],
  note: ['<p class="note">', '</p>'],
};

function element(block: Block, before: Block | undefined, after: Block | undefined, draft: Draft): string {
  const [open, close] = tags[block.kind];
  const list = block.kind === 'bullet' ? 'ul' : block.kind === 'numbered' ? 'ol' : undefined;
  const start = list !== undefined && before?.kind !== block.kind ? `<${list}>\n` : '';
  const end = list !== undefined && after?.kind !== block.kind ? `\n</${list}>` : '';
  return start + open + block.spans.map((span) => inline(span, draft)).join('') + close + end;
}

function inline(span: Span, draft: Draft): string {
  const text = span.bold ? `<strong>${escapeHtml(span.text)}</strong>` : escapeHtml(span.text);
  const cites = (span.cites ?? []).map((position) => {
    const source = draft.sources[position - 1];
    return source === undefined ? '' : `<sup>${link(source.url, `[${position}]`)}</sup>`;
  });
  return text + cites.join('');
}

/** Renders a link that sends no referrer. */
function link(url: string, text: string): string {
  return `<a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(text)}</a>`;
}

/** One entry of a page of results. */
export interface Entry {
  title: string;
  url: string;
  /** The line between title and snippet: a URL, or a source and a date. */
  about?: string | undefined;
  snippet?: string | undefined;
}

/** Renders one page of results as HTML without scripts or external resources. */
export function renderResultPage(
  prompt: string,
  engineName: string,
  number: number,
  entries: Entry[],
): string {
  const items = entries
    .map(
      ({ about = '', snippet = '', title, url }) =>
        `<li>${link(url, title)}<br><small>${escapeHtml(about)}</small><p>${escapeHtml(snippet)}</p></li>`,
    )
    .join('\n');
  const first = entries.length === 0 ? '<p>Nothing more was found.</p>' : `<ol>\n${items}\n</ol>`;
  return renderShell(prompt, engineName, `<p class="note">Page ${number}</p>\n${first}`);
}
