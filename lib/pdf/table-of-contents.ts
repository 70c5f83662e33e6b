/**
 * Adds a table of contents below the title, with a link to each section, if there are at least three. Runs in the page, so
 * it cannot use anything outside this function.
 */
export function addTableOfContents(): void {
  const headings = [...document.querySelectorAll('main h2')].filter((heading) => heading.textContent !== '');
  const title = document.querySelector('main h1');
  if (!title || headings.length < 3) return;
  const nav = document.createElement('nav');
  nav.ariaLabel = 'Contents';
  nav.className = 'mb-8 border-t pt-3 text-sm';
  const list = document.createElement('ol');
  list.className = 'columns-2 gap-x-8';
  for (const [index, heading] of headings.entries()) {
    heading.id ||= `section-${index + 1}`;
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = `#${heading.id}`;
    link.textContent = heading.textContent;
    item.append(link);
    list.append(item);
  }
  nav.append(list);
  (title.closest('header') ?? title.parentElement ?? title).after(nav);
}
