import type { SandboxEngine } from '#lib/sandbox/request/engine-profile';
import { answer, office } from './assistants';
import { chat } from './chat';
import { includedFields, pill, source } from './common';
import { searchai, video } from './search-engine';
import type { Shape } from './shape';

const overview = {
  text: 'string',
  'markdown?': 'string',
  sources: [source],
  citationPills: [pill],
  videos: [video],
} as const;

/** What served an answer; part of every result. */
const meta = { provider: 'string', access: 'string' } as const;

/** The documented result of every engine that the sandbox supports. */
export const documentedResults: Record<SandboxEngine, Shape> = {
  chat: { ...chat, meta },
  gen: { ...includedFields, meta, text: 'string', sources: [source], citationPills: [pill] },
  answer: { ...answer, meta },
  office: { ...office, meta },
  searchai: { ...searchai, meta },
  overview: { ...overview, meta, ads: ['any'], 'html?': 'string' },
  search: {
    meta,
    organicResults: [
      {
        position: 'integer',
        title: 'string',
        link: 'string',
        displayedLink: 'string',
        snippet: 'string',
        'date?': 'string',
        page: 'integer',
        'sitelinks?': [{ title: 'string', link: 'string' }],
      },
    ],
    peopleAlsoAsk: [{ question: 'string', 'snippet?': 'string', 'title?': 'string', 'link?': 'string' }],
    relatedSearches: [{ query: 'string', link: 'string' }],
    ads: ['any'],
    'overview?': overview,
    'html?': ['string'],
  },
  'search/news': {
    meta,
    newsResults: [
      {
        position: 'integer',
        title: 'string',
        link: 'string',
        snippet: 'string',
        source: 'string',
        date: 'string',
        page: 'integer',
        thumbnail: 'string',
      },
    ],
    'html?': ['string'],
  },
};
