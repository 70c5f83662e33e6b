import type { Engine } from '#lib/contract/engines';
import answer from './answer.json' with { type: 'json' };
import chat from './chat.json' with { type: 'json' };
import gen from './gen.json' with { type: 'json' };
import office from './office.json' with { type: 'json' };
import overview from './overview.json' with { type: 'json' };
import search from './search.json' with { type: 'json' };
import news from './search-news.json' with { type: 'json' };
import searchai from './searchai.json' with { type: 'json' };
import social from './social.json' with { type: 'json' };

/** One result of every engine, shortened, as the sandbox gives it to the example requests. */
export const exampleResults = {
  chat,
  gen,
  social,
  answer,
  office,
  searchai,
  overview,
  search,
  'search/news': news,
} satisfies Record<Engine, object>;
