/** Counts of a recorded response, made by hand. */
interface ManualCount {
  /** Mentions of each of the project's brands in the answer's text. */
  mentions: Record<string, number>;
  /** Distinct listed URLs, by registrable domain. */
  sources: Record<string, number>;
  /** Domains that the text cites. */
  cited: string[];
}

/**
 * Counts made by reading each recording, not by running code. Gemini's URLs are expired redirects, so its sources are
 * counted by the domain that the provider reports as their title.
 */
export const expectedCounts: Record<string, Record<string, ManualCount>> = {
  openai: {
    'gpt52-websearch-2queries.json': {
      mentions: { Ruby: 2 },
      sources: { 'ruby-lang.org': 1 },
      cited: ['ruby-lang.org'],
    },
    'gpt5-websearch-weather.json': { mentions: {}, sources: {}, cited: [] },
    'gpt5-websearch-stream.sse.txt': { mentions: {}, sources: {}, cited: [] },
    'prism-websearch-citations.json': {
      mentions: {},
      sources: { 'metcheck.com': 1 },
      cited: ['metcheck.com'],
    },
    'vercel-websearch.json': {
      mentions: {},
      sources: {
        'theverge.com': 1,
        'wired.com': 1,
        'barrons.com': 1,
        'investors.com': 1,
        'investopedia.com': 1,
        'investing.com': 1,
        'finsmes.com': 1,
        'vercel.com': 1,
        'techstartups.com': 1,
        'nasdaq.com': 1,
        'mexc.com': 2,
        'theinformation.com': 1,
        'bloomberg.com': 1,
        'aol.com': 1,
        'sentinelone.com': 1,
      },
      cited: [
        'theverge.com',
        'techstartups.com',
        'investopedia.com',
        'vercel.com',
        'sentinelone.com',
        'wired.com',
        'bloomberg.com',
      ],
    },
  },
  gemini: {
    'gemini25-flash-short.json': {
      mentions: { Ruby: 1 },
      sources: { 'ruby-lang.org': 1, 'wikipedia.org': 1, 'github.com': 1 },
      cited: ['ruby-lang.org', 'wikipedia.org', 'github.com'],
    },
    'gemini25-pro-weather-stream.sse.txt': {
      mentions: {},
      sources: {
        'google.com': 1,
        'timeanddate.com': 1,
        'weather.gov': 1,
        'wunderground.com': 1,
        'accuweather.com': 1,
      },
      cited: ['google.com', 'timeanddate.com', 'weather.gov', 'wunderground.com', 'accuweather.com'],
    },
  },
  perplexity: {
    'agent-fast-websearch.json': {
      mentions: { JavaScript: 1 },
      sources: { 'wikipedia.org': 1, 'typescriptlang.org': 7, 'microsoft.com': 2 },
      cited: ['typescriptlang.org'],
    },
  },
};
