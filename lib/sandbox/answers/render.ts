import { escapeHtml } from '#lib/core/text';
import type { Block, Draft, Span } from '#lib/sandbox/answers/draft';

/** Renders the answer as plain text without citation markers. */
export function renderText({ blocks }: Draft): string {
  return renderBlocks(blocks, { bullet: ['• ', ''] }, ({ text }) => text);
}

/** Renders the answer as Markdown; `citations` is the engine's citation style. */
export function renderMarkdown({ blocks, sources }: Draft, citations: 'links' | 'numbers' | 'none'): string {
  const renderCitation = (position: number) => {
    if (citations === 'numbers') return `[${position}]`;
    const source = citations === 'links' ? sources[position - 1] : undefined;
    return source ? ` ([${source.publisher.domain}](${source.url}))` : '';
  };
  return renderBlocks(
    blocks,
    { bullet: ['* ', ''], heading: ['## ', ''], note: ['*', '*'] },
    ({ citedPositions = [], isBold, text }) =>
      (isBold ? `**${text}**` : text) + citedPositions.map(renderCitation).join(''),
  );
}

type Delimiters = Partial<Record<Block['kind'], [prefix: string, suffix: string]>>;

/** Joins blocks with a blank line, except items of one list. */
function renderBlocks(blocks: Block[], delimiters: Delimiters, renderSpan: (span: Span) => string): string {
  let listNumber = 0;
  let text = '';
  for (const [index, { kind, spans }] of blocks.entries()) {
    const continuesList = getListTag(kind) !== undefined && blocks[index - 1]?.kind === kind;
    listNumber = continuesList ? listNumber + 1 : 1;
    const [prefix, suffix] = kind === 'numbered' ? [`${listNumber}. `, ''] : (delimiters[kind] ?? ['', '']);
    text += index === 0 ? '' : continuesList ? '\n' : '\n\n';
    text += prefix + spans.map(renderSpan).join('') + suffix;
  }
  return text;
}

function getListTag(kind: Block['kind'] | undefined): 'ul' | 'ol' | undefined {
  if (kind === 'bullet') return 'ul';
  return kind === 'numbered' ? 'ol' : undefined;
}

const style = `body{margin:0;font:16px/1.6 system-ui,sans-serif;color:#1c2526;background:#f5f7f7}
main{max-width:44rem;margin:0 auto;padding:2rem 1.25rem}
.banner{padding:.6rem 1.25rem;color:#1c2526;background:repeating-linear-gradient(45deg,#dfeeed 0 10px,#eef5f4 10px 20px)}
h1{font-size:1.35rem}h2{font-size:1.1rem}a{color:#0b6b6b}sup{margin-left:.1rem}
ol.sources{font-size:.9rem;color:#4a5657}.note{color:#4a5657;font-style:italic}`;

const maxHeadingLength = 200;

/** Renders the answer as an HTML page without scripts or external resources. */
export function renderPage({ blocks, sources }: Draft, prompt: string, engineName: string): string {
  const renderSpan = ({ citedPositions = [], isBold, text }: Span) => {
    const citations = citedPositions.map((position) => {
      const source = sources[position - 1];
      return source ? `<sup>${renderLink(source.url, `[${position}]`)}</sup>` : '';
    });
    return (isBold ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text)) + citations.join('');
  };
  const body = blocks.map(({ kind, spans }, index) => {
    const [open, close] = blockTags[kind];
    const list = getListTag(kind);
    const start = list && blocks[index - 1]?.kind !== kind ? `<${list}>\n` : '';
    const end = list && blocks[index + 1]?.kind !== kind ? `\n</${list}>` : '';
    return start + open + spans.map(renderSpan).join('') + close + end;
  });
  const items = sources.map(
    ({ publisher, title, url }) => `<li>${renderLink(url, title)} · ${escapeHtml(publisher.domain)}</li>`,
  );
  const list = items.length === 0 ? '' : `<h2>Sources</h2>\n<ol class="sources">\n${items.join('\n')}\n</ol>`;
  return renderDocument(prompt, engineName, `${body.join('\n')}\n${list}`);
}

const blockTags: Record<Block['kind'], [open: string, close: string]> = {
  heading: ['<h2>', '</h2>'],
  paragraph: ['<p>', '</p>'],
  bullet: ['<li>', '</li>'],
  numbered: ['<li>', '</li>'],
  note: ['<p class="note">', '</p>'],
};

/** Renders an HTML page around a body, with the prompt as its heading and the sandbox's notice. */
function renderDocument(prompt: string, engineName: string, body: string): string {
  const characters = [...prompt];
  const heading = escapeHtml(
    characters.length > maxHeadingLength ? `${characters.slice(0, maxHeadingLength).join('')}…` : prompt,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title><style>${style}</style></head>
<body><div class="banner">Sandbox · ${escapeHtml(engineName)} · a fictional market: no brand, page or price here is real</div>
<main><h1>${heading}</h1>
${body}
</main></body></html>
`;
}

function renderLink(url: string, text: string): string {
  return `<a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(text)}</a>`;
}

/** One result on a page of results. */
export interface ResultEntry {
  title: string;
  link: string;
  /** The line between title and snippet: a URL, or a source and a date. */
  details?: string | undefined;
  snippet?: string | undefined;
}

/** Renders each page of results as HTML without scripts or external resources. */
export function renderResultPages(prompt: string, engineName: string, pages: ResultEntry[][]): string[] {
  return pages.map((entries, index) => {
    const items = entries.map(
      ({ details = '', link, snippet = '', title }) =>
        `<li>${renderLink(link, title)}<br><small>${escapeHtml(details)}</small><p>${escapeHtml(snippet)}</p></li>`,
    );
    const list = items.length === 0 ? '<p>No more results.</p>' : `<ol>\n${items.join('\n')}\n</ol>`;
    return renderDocument(prompt, engineName, `<p class="note">Page ${index + 1}</p>\n${list}`);
  });
}
