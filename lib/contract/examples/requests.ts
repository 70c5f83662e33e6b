import { exampleTaskId } from '#lib/contract/examples/responses';
import type { RouteName } from '#lib/contract/routes';

/** What a client sends in an example. */
export interface ExampleRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

const prompt = 'Which trail running shoes last longest?';

/** One request of every endpoint, as the reference shows it and the tests send it. */
export const exampleRequests: Record<RouteName, ExampleRequest> = {
  'monitor:chat': {
    body: { prompt, country: 'US', state: 'CA', include: { markdown: true, searchQueries: true } },
  },
  'monitor:gen': { body: { prompt, country: 'DE', include: { markdown: true } } },
  'monitor:social': { body: { prompt, country: 'US', include: { markdown: true } } },
  'monitor:answer': { body: { prompt, country: 'US', include: { markdown: true } } },
  'monitor:office': { body: { prompt, country: 'GB', include: { markdown: true } } },
  'monitor:searchai': {
    body: { prompt, location: 'Austin,Texas,United States', device: 'mobile', include: { markdown: true } },
  },
  'monitor:overview': { body: { prompt, country: 'US', include: { markdown: true } } },
  'monitor:search': { body: { query: 'trail running shoes', country: 'US', include: { overview: true } } },
  'monitor:search/news': { body: { query: 'trail running shoes', country: 'US', pages: 2 } },
  monitor: { body: { model: 'chat', prompt, country: 'US' } },
  run: { body: { prompt, model: 'CHAT', country: 'US' } },
  createTask: {
    body: {
      taskType: 'CHAT',
      payload: { prompt, country: 'US', include: { markdown: true } },
      webhook: { url: 'https://hooks.example.com/answers' },
      priority: 5,
      idempotencyKey: 'run-2026-11-21:cell-1',
    },
  },
  createTasks: {
    body: [
      { taskType: 'GEN', payload: { prompt, country: 'US' }, idempotencyKey: 'run-2026-11-21:cell-2' },
      { taskType: 'GEN', payload: { prompt, country: 'DE' }, idempotencyKey: 'run-2026-11-21:cell-2' },
    ],
  },
  getTask: { params: { taskId: exampleTaskId } },
  getQueueStatus: {},
  clearQueue: {},
  getCredits: {},
  listCountries: { query: { model: 'chat' } },
  listStates: { query: { country: 'US' } },
};
