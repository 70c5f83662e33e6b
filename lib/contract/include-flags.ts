import type { IncludeFlag } from '#lib/contract/engines';

/** What each flag of `include` adds (interface.md, "Monitor request"). */
export const flagDescriptions: Record<IncludeFlag, string> = {
  html: 'Adds `result.html`: addresses of stored HTML, good for 24 hours',
  markdown: 'Adds `result.markdown`',
  rawResponse: 'Adds `result.rawResponse`; on chat +2 credits, once for all add-ons',
  searchQueries: 'Adds `result.searchQueries`, the engine’s own queries; +2 credits, once for all add-ons',
  ads: 'Adds `result.ads`; +2 credits, once for all add-ons',
  shopping:
    'Adds `result.shoppingCards` and `result.inlineProducts` where the prompt is about products; +2 credits, once for all add-ons',
};
