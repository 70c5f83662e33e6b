import { formatAlternatives, formatClauses, joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import type { Finding } from '#lib/providers/response-shape/compare-shape';
import type { ProviderCheck } from '#lib/service/provider-checks/check-store';

/** Maximum number of fields that a sentence names. */
const maxFields = 5;

/** Describes the findings that fail a check, such as "organic_results[].link is missing"; empty without any. */
export function describeFailures(findings: readonly Finding[]): string {
  return joinLimited(findings.filter(({ isFailure }) => isFailure).map(describeFinding));
}

/** Names the new fields of a response; empty without any. */
export function describeNewFields(findings: readonly Finding[]): string {
  return joinLimited(findings.filter(({ kind }) => kind === 'new').map(({ path }) => path));
}

/** Describes why a check failed, for the operator: the provider's sentence and the findings. Empty if it passed. */
export function describeCheckFailure({ error, findings }: Pick<ProviderCheck, 'error' | 'findings'>): string {
  return joinSentences([error?.message, describeFailures(findings)].flatMap(toSentence));
}

const toSentence = (text: string | undefined) => (text ? [/[.!?…]$/.test(text) ? text : `${text}.`] : []);

const messages = defineMessages({
  missing: '{path} is missing',
  renamed: '{path} is missing, {renamedTo} is new',
  otherType: '{path} has the type {types}',
  rest: 'and {rest, number} more',
});

function describeFinding({ kind, path, types, renamedTo }: Finding): string {
  if (kind !== 'missing') return messages.otherType({ path, types: formatAlternatives(types) });
  return renamedTo ? messages.renamed({ path, renamedTo }) : messages.missing({ path });
}

function joinLimited(parts: readonly string[]): string {
  const rest = parts.length - maxFields;
  return formatClauses([...parts.slice(0, maxFields), ...(rest > 0 ? [messages.rest({ rest })] : [])]);
}
