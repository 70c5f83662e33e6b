import { type Draft, DraftWriter } from '#lib/sandbox/draft';
import { listed } from '#lib/sandbox/lead';
import { categories } from '#lib/sandbox/market/categories';

/** The answer to a prompt about something the market does not have: honest, short, without sources. */
export function composeOutside(): Draft {
  const writer = new DraftWriter(0);
  writer.add('paragraph', {
    text: `The sandbox has nothing on this. Its fictional market covers ${listed(categories.map(({ name }) => name))}, and it answers questions about those only.`,
  });
  writer.add('paragraph', { text: 'With a vendor key in the settings, the real engine would answer here.' });
  return writer.finish([]);
}
