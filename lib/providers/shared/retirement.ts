import { ProviderError } from '#lib/providers/shared/provider';

/** What a provider retired: the endpoint that this version calls, or only the requested model. */
export type Retired = 'endpoint' | 'model';

export interface RequestedModel {
  name: string;
  /** The setting that chooses the model; absent if it is chosen elsewhere. */
  setting?: string;
}

/** The error of a request that no key, wait or retry can help, because the provider retired what it asks for. */
export class RetirementError extends ProviderError {
  readonly retired: Retired;
  /** What the provider responded, for the log. */
  readonly response: string;

  /** @param message from `describeRetirement` */
  constructor(retired: Retired, message: string, response: string) {
    super('retired', message);
    this.retired = retired;
    this.response = response;
  }
}

/** Says what a provider retired and what to do. @param provider the title of the provider */
export function describeRetirement(provider: string, retired: Retired, model?: RequestedModel): string {
  if (retired === 'endpoint') return `${provider} retired this endpoint; update Answerscope.`;
  const name = model ? `the model ${model.name}` : 'the requested model';
  const action = model?.setting ? `set ${model.setting} to a current one` : 'choose a current one';
  return `${provider} retired ${name}; ${action}.`;
}

/** Moved permanently, not found, method not allowed, gone, permanent redirect. */
const endpointStatuses = new Set([301, 308, 404, 405, 410]);

/** Perplexity's error type since it retired its chat completions, whatever the key. */
const endpointCode = /\bchat_completions_not_available\b/;

const retiredWords =
  'deprecated|retired|decommissioned|discontinued|sunset(?:ted)?|no longer (?:available|supported|offered|exists?)|(?:was|been) (?:removed|shut ?down)';
/** Words of messages (`was retired`) and of codes (`model_retired`). */
const retiredPattern = new RegExp(`(?<![a-z])(?:${retiredWords})(?![a-z])`, 'i');
const retiredModelPattern = new RegExp(
  `(?<![a-z])(?:models?(?![a-z]).{0,150}?(?<![a-z])(?:${retiredWords})|(?:${retiredWords}) models?)(?![a-z])`,
  'i',
);

/** What else an error can be about: a part of the request, a job or file that a URL names, or the account and its key. */
const otherSubject =
  /(?<![a-z])(?:parameter|field|argument|option|header|deployment|task|job|snapshot|file|user|(?:api[ _-]?)?key|token|credential|account|organi[sz]ation|project|plan|subscription)s?(?![a-z])/i;
const modelSubject = /(?<![a-z])models?(?![a-z])/i;

/**
 * Finds out from a permanent error whether the provider retired something. A missing model is not a retired one, unless the
 * provider says so.
 * @param status HTTP status; undefined for an error inside a successful response
 * @param reason the provider's code and message
 * @param text the body, in which only Perplexity's error type is searched
 */
export function findRetirement(status: number | undefined, reason: string, text = ''): Retired | undefined {
  if (status === 401) return undefined;
  if (endpointCode.test(reason) || endpointCode.test(text)) return 'endpoint';
  if (retiredModelPattern.test(reason)) return 'model';
  if (retiredPattern.test(reason) && !otherSubject.test(reason)) return 'endpoint';
  if (status === undefined || !endpointStatuses.has(status)) return undefined;
  if (status !== 404 && status !== 410) return 'endpoint';
  if (modelSubject.test(reason)) return status === 410 ? 'model' : undefined;
  return otherSubject.test(reason) ? undefined : 'endpoint';
}
