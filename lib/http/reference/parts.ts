import { html } from 'hono/html';
import { type Language, languages } from '#lib/http/reference/samples';

/** Markup whose every inserted text is escaped. */
export type Markup = ReturnType<typeof html>;

/** A text in which `back quotes` mark code. */
export function prose(text: string): Markup {
  const pieces = text.split('`');
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}

export function codeBlock(text: string, label: string): Markup {
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`;
}

/**
 * The same program in several languages; the choice at the top of the page shows one of them, or all where it is
 * none of them.
 */
export function codeTabs(samples: Partial<Record<Language, string>>, label: string): Markup {
  const kind = samples.curl === undefined ? 'sample either' : 'sample';
  const blocks = Object.entries(samples).map(([language, text]) => {
    const title = languages[language as Language];
    return html`<div class="${kind}" data-language="${language}">
      <p class="language">${title}</p>${codeBlock(text, `${label}, ${title}`)}
    </div>`;
  });
  return html`${blocks}`;
}
