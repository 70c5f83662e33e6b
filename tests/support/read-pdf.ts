import { getDocumentProxy } from 'unpdf';

/**
 * Reads the text of each page of a PDF, its outline, the number of its internal links, whether it is tagged, and the size
 * of its first page in points.
 */
export async function readPdf(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  let internalLinks = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
    const annotations = await page.getAnnotations();
    internalLinks += annotations.filter(({ subtype, dest }) => subtype === 'Link' && dest).length;
  }
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
  const listTitles = (items: { title: string; items: typeof items }[]): string[] =>
    items.flatMap(({ title, items: children }) => [title, ...listTitles(children)]);
  const isTagged = (await document.getMarkInfo())?.Marked === true;
  const outline = listTitles((await document.getOutline()) ?? []);
  return { pages, outline, internalLinks, isTagged, size: [width, height] };
}
