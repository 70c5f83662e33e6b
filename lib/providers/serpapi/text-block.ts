import { z } from 'zod';
import { someList, someNumber, someObject, someText } from '#lib/providers/lenient';

const link = someObject({ text: someText, link: someText });
/** Numbers of references, from 0. */
export const indexes = someList(someNumber);
/** A cell is its words, or an object with them and with references of its own. */
const cell = z.preprocess(
  (value) => (typeof value === 'string' || typeof value === 'number' ? { text: String(value) } : value),
  someObject({ snippet: someText, text: someText, value: someText, reference_indexes: indexes }),
);
export type Cell = z.infer<typeof cell>;
const cells = someList(cell);

/** A block of the vendor's `text_blocks`, and an item of its lists; unknown keys stay. */
export const textBlock = someObject({
  type: someText,
  title: someText,
  snippet: someText,
  text: someText,
  level: someNumber,
  snippet_links: someList(link),
  reference_indexes: indexes,
  list: someList(z.unknown()),
  items: someList(z.unknown()),
  text_blocks: someList(z.unknown()),
  headers: cells,
  table: someList(cells),
  detailed: someList(cells),
  product_labels: cells,
  comparison: someList(someObject({ feature: someText, values: cells })),
  code: someText,
  language: someText,
});
export type TextBlock = z.infer<typeof textBlock>;
