import { z } from 'zod';
import { invalidField } from '#lib/core/errors';
import { HttpError, type OutboundRequest, type OutboundResponse, requestSafely } from '#lib/core/http-client';
import { readBrandPage, suggestedBrandSchema } from '#lib/dashboard/onboarding/read-brand-page';
import { getRegistrableDomain, parseDomain } from '#lib/dashboard/projects/domains';
import { defineOperation } from '#lib/operations/define-operation';

const siteSuggestionSchema = suggestedBrandSchema.extend({
  domains: z.array(z.string()).describe('The typed domain, and the domain it redirects to if that differs.'),
  error: z
    .string()
    .nullable()
    .describe('Says that the site could not be read, and what to do; null if it was read.'),
});
export type SiteSuggestion = z.output<typeof siteSuggestionSchema>;

const siteSchema = z.string('Enter a website, such as example.com.').max(2_000, 'Enter a shorter URL.');

/** @throws ServiceError VALIDATION_ERROR for an invalid domain */
export const suggestBrand = defineOperation({
  name: 'brands.suggest',
  title: 'Suggest a brand from its website',
  description:
    'Reads the home page of a website and suggests a brand with its names and domains. If the site cannot be read, only its domain is suggested. Nothing is stored.',
  permission: 'projects.edit',
  effect: 'read',
  input: z.object({ site: siteSchema }),
  output: siteSuggestionSchema,
  isTransaction: false,
  run: (_context, { site }) => suggestBrandFromSite(site),
});

/**
 * Suggests a brand from its website. If the site cannot be read, it returns the domain and an error.
 * @throws ServiceError VALIDATION_ERROR for an invalid domain
 */
export async function suggestBrandFromSite(
  site: string,
  options: FetchOptions = {},
): Promise<SiteSuggestion> {
  const domain = parseDomain(site);
  if (!domain) throw invalidField('site', `"${site}" is not a website. Enter a domain such as example.com.`);
  try {
    const page = await fetchHomePage(domain, options);
    const redirected = getRegistrableDomain(page.url.hostname);
    const domains =
      redirected === '' || redirected === getRegistrableDomain(domain) ? [domain] : [domain, redirected];
    return { ...readBrandPage({ ...page, domains }), domains, error: null };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return {
      name: '',
      aliases: [],
      readFrom: null,
      description: null,
      domains: [domain],
      error: `${domain} could not be read. Enter the brand’s name yourself.`,
    };
  }
}

const maxRedirects = 4;
const maxBytes = 768 * 1024;
const timeoutMs = 6_000;

/** Network options; tests set them to reach a local site. */
export type FetchOptions = Pick<OutboundRequest, 'allowedHosts' | 'resolve' | 'signal'>;

/**
 * Fetches the home page of a domain over HTTPS, or HTTP if that fails. Each redirect is checked like the first URL.
 * @returns its HTML and final URL
 * @throws HttpError if the site cannot be reached, is too large or is not a web page
 */
export async function fetchHomePage(domain: string, options: FetchOptions = {}) {
  try {
    return await fetchPage(new URL(`https://${domain}/`), options);
  } catch (error) {
    if (!(error instanceof HttpError) || error.kind !== 'network') throw error;
    return fetchPage(new URL(`http://${domain}/`), options);
  }
}

async function fetchPage(first: URL, options: FetchOptions) {
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await requestSafely(url, {
      ...options,
      timeoutMs,
      maxBytes,
      headers: {
        accept: 'text/html',
        'accept-language': 'en, *;q=0.5',
        'user-agent': 'Answerscope',
      },
    });
    const next = getRedirect(response, url);
    if (!next) return { url, html: readHtml(response, url) };
    url = next;
  }
  throw new HttpError('network', `${first.host} redirected too many times.`);
}

function getRedirect({ status, headers }: OutboundResponse, from: URL): URL | null {
  if (status < 300 || status > 399) return null;
  return URL.parse(getFirst(headers.location) ?? '', from);
}

function readHtml({ status, headers, body }: OutboundResponse, url: URL): string {
  if (status !== 200) throw new HttpError('network', `${url.host} responded with status ${status}.`);
  const type = getFirst(headers['content-type']) ?? 'text/html';
  if (!/\b(?:html|xml)\b/i.test(type)) throw new HttpError('network', `${url.host} did not send a web page.`);
  return decode(body, detectCharset(type, body));
}

function detectCharset(type: string, body: Buffer): string {
  const declared = /charset=["']?([\w-]+)/i;
  return declared.exec(type)?.[1] ?? declared.exec(body.subarray(0, 2048).toString('latin1'))?.[1] ?? 'utf-8';
}

function decode(body: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder().decode(body);
    throw error;
  }
}

function getFirst(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
