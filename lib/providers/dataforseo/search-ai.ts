import type { SearchAiResult } from '#lib/contract/results/search';
import { readSerp } from '#lib/providers/dataforseo/item';
import { readOverview } from '#lib/providers/dataforseo/overview-item';

/**
 * A page of AI Mode as this interface's `searchai` result. Places, a map, ads with prices and products inside the
 * text the vendor does not give: the lists that must stand there are empty, the others are left out.
 */
export function searchAiResult(page: unknown): Omit<SearchAiResult, 'html'> {
  const { text, markdown, sources, citationPills, videos, shoppingCards } = readOverview(
    readSerp(page).items,
  );
  return {
    text,
    markdown,
    sources,
    citationPills,
    videos,
    inline_products: [],
    map: [],
    ...(shoppingCards.length > 0 && { shopping_cards: shoppingCards }),
  };
}
