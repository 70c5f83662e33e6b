import { z } from 'zod';
import { escapeHtml } from '#lib/core/text';

const answerSchema = z.object({
  text: z.string(),
  sources: z.array(z.object({ url: z.string(), label: z.string().optional() })),
});

const maxHeadingLength = 200;

const style = `body{max-width:44rem;margin:0 auto;padding:2rem 1.25rem;font:16px/1.6 system-ui,sans-serif;color:#1c2526}
h1{font-size:1.35rem}h2{font-size:1.1rem}a{color:#0b6b6b}.answer{white-space:pre-wrap;overflow-wrap:anywhere}
.note{font-size:.9rem;color:#4a5657}`;

/**
 * Renders a page with the prompt, the text and the sources, for answers whose provider returns no page.
 * @returns a list of one HTML page; an empty list for a result without text, such as news
 */
export function renderAnswerHtml(prompt: string, result: object): string[] {
  const answer = answerSchema.safeParse(result);
  if (!answer.success) return [];
  const { text, sources } = answer.data;
  const characters = [...prompt];
  const title =
    characters.slice(0, maxHeadingLength).join('') + (characters.length > maxHeadingLength ? '…' : '');
  const heading = escapeHtml(title);
  const list = sources.map(({ url, label }) => `<li>${renderLink(url, label || url)}</li>`).join('\n');
  return [
    `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title><style>${style}</style></head>
<body><h1>${heading}</h1>
<div class="answer">${escapeHtml(text)}</div>
${list === '' ? '' : `<h2>Sources</h2>\n<ol>\n${list}\n</ol>\n`}<p class="note">Rendered from the answer’s text and sources, because its provider returns no page.</p>
</body></html>
`,
  ];
}

/** Renders a link, or only its text if the URL is neither http nor https. */
function renderLink(url: string, text: string): string {
  if (!/^https?:\/\//i.test(url)) return escapeHtml(text);
  return `<a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(text)}</a>`;
}
