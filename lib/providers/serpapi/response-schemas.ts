import type { z } from 'zod';
import { envelopeSchema } from '#lib/providers/serpapi/api';
import { cardContainer, videoContainer } from '#lib/providers/serpapi/cards';
import { adContainer, citedAnswer } from '#lib/providers/serpapi/cited-answer';
import { overviewContainer } from '#lib/providers/serpapi/fetch-page';
import { newsPage, searchPage } from '#lib/providers/serpapi/transform-search';
import { lenient } from '#lib/providers/shared/lenient';
import { needed } from '#lib/providers/shared/response-fields';

const text_blocks = lenient.array(lenient.object({ snippet: needed(lenient.text) }));

const answer = envelopeSchema
  .and(citedAnswer)
  .and(cardContainer)
  .and(lenient.object({ text_blocks: needed(text_blocks) }))
  // Cards can also be inside the text.
  .and(lenient.object({ text_blocks: lenient.array(cardContainer) }));
const overview = overviewContainer.and(
  lenient.object({
    ai_overview: citedAnswer.and(videoContainer).and(lenient.object({ text_blocks })),
  }),
);

/** Everything that is read of the responses for each engine. */
export const responseSchemas = {
  office: answer,
  searchai: answer,
  overview: envelopeSchema.and(overview).and(adContainer),
  search: envelopeSchema.and(searchPage).and(overview).and(adContainer),
  'search/news': envelopeSchema.and(newsPage),
} satisfies Record<string, z.ZodType>;
