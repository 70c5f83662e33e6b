import { escapeHtml } from '#lib/core/escape-html';
import { link, shellOf } from '#lib/sandbox/page';

/** One entry of a page of results. */
export interface Entry {
  title: string;
  url: string;
  /** The line between title and snippet: an address, a source and a date. */
  about?: string | undefined;
  snippet?: string | undefined;
}

/** One page of results as HTML: no script, nothing loaded. */
export function listingPage(prompt: string, engineName: string, number: number, entries: Entry[]): string {
  const items = entries
    .map(
      ({ about = '', snippet = '', title, url }) =>
        `<li>${link(url, title)}<br><small>${escapeHtml(about)}</small><p>${escapeHtml(snippet)}</p></li>`,
    )
    .join('\n');
  const first = entries.length === 0 ? '<p>Nothing more was found.</p>' : `<ol>\n${items}\n</ol>`;
  return shellOf(prompt, engineName, `<p class="note">Page ${number}</p>\n${first}`);
}
