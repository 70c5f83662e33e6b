import type { MonitorRequest } from '#lib/contract/requests';
import { fetchPages } from '#lib/providers/fetch-pages';
import { someObject, someText } from '#lib/providers/lenient';
import type { ProviderContext } from '#lib/providers/provider';
import { type Found, type SearchParameters, type SerpApiAccess, search } from '#lib/providers/serpapi/api';
import { isNothingFound } from '#lib/providers/serpapi/failure';
import { overviewOf } from '#lib/providers/serpapi/overview-result';

/** One page of an answer. */
export interface AskedPage {
  body: unknown;
  /** The page itself, where it was asked for and could be had. */
  html?: string;
  /** The overview of the page, where it was asked for. */
  overview?: AskedOverview;
}

interface AskedOverview {
  /** As the vendor has it under `ai_overview`. */
  aiOverview: unknown;
  /** The answer to the second request, where there was one. */
  body?: unknown;
  note?: string;
}

/** What one attempt has at hand. */
export interface Asking {
  access: SerpApiAccess;
  request: MonitorRequest;
  context: ProviderContext;
}

/** Asks for one page, then at once for its overview if that is wanted, then for the page as the engine shows it. */
export async function askPage(
  asking: Asking,
  parameters: SearchParameters,
  withOverview = false,
): Promise<AskedPage> {
  const found = await searchFor(asking, parameters);
  const overview = withOverview ? await askOverview(asking, found) : undefined;
  const html = asking.request.include.html ? await pageOf(asking, found) : undefined;
  return {
    body: found.body,
    ...(html !== undefined && { html }),
    ...(overview && { overview }),
  };
}

const holder = someObject({ ai_overview: someObject({ page_token: someText, error: someText }).optional() });

/** The engine often writes its overview after the page; the vendor's token for it is good for a minute. */
async function askOverview(asking: Asking, { body }: Found): Promise<AskedOverview> {
  const first = holder.parse(body).ai_overview;
  if (!first?.page_token) {
    return {
      aiOverview: first,
      ...(first?.error && { note: `The engine showed no overview: ${first.error}` }),
    };
  }
  const second = await searchFor(asking, { engine: 'google_ai_overview', page_token: first.page_token });
  const later = holder.parse(second.body).ai_overview;
  if (overviewOf(later) !== undefined) return { aiOverview: later, body: second.body };
  const why = later?.error ?? second.envelope.error;
  return {
    aiOverview: first,
    body: second.body,
    ...(why && !isNothingFound(why) && { note: `The engine showed no overview: ${why}` }),
  };
}

function searchFor({ access, context }: Asking, parameters: SearchParameters): Promise<Found> {
  return search(access, parameters, { signal: context.signal, now: context.clock.now() });
}

async function pageOf({ access, context }: Asking, { envelope }: Found): Promise<string | undefined> {
  const { raw_html_file, prettify_html_file } = envelope.search_metadata ?? {};
  const address = raw_html_file ?? prettify_html_file;
  if (!address || !/^https?:\/\//i.test(address)) return undefined;
  const pages = await fetchPages([address], access.baseUrl, context.signal);
  return pages?.[0];
}
