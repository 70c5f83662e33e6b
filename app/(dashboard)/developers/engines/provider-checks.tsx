import { TableView } from '#components/sections/table-view';
import { providerChecksTable } from '#lib/contract/tables/providers';
import { formatInstant } from '#lib/core/dates';
import type { Env } from '#lib/core/env';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import type { ProviderCheck } from '#lib/service/provider-checks/check-store';
import { describeFailures, describeNewFields } from '#lib/service/provider-checks/describe-check';

/** The last check of each provider that this instance has a key for. */
export function ProviderChecksTable({ checks }: { checks: readonly ProviderCheck[] }) {
  return (
    <TableView
      table={providerChecksTable}
      rows={checks.map((check) => ({ ...check, result: describeCheck(check) }))}
      getKey={({ provider }) => provider}
      views={{
        title: { className: 'whitespace-nowrap font-medium' },
        engine: { className: 'whitespace-nowrap' },
        result: {
          cell: ({ result }) => <p className="min-w-48 [overflow-wrap:anywhere]">{result}</p>,
        },
      }}
    />
  );
}

/** Describes how often the providers are checked. */
export function describeChecks({ PROVIDER_CHECKS }: Pick<Env, 'PROVIDER_CHECKS'>): string {
  const purpose =
    'One short question, sent with this instance’s key, shows whether a provider still answers in the form that Answerscope reads. It costs no credits.';
  return PROVIDER_CHECKS === 'on'
    ? `Every provider is checked once a day. ${purpose}`
    : `Daily checks are turned off on this instance. ${purpose}`;
}

const messages = defineMessages({
  passed: 'Checked {time}: response as expected.',
  failed: 'Checked {time}. Failed: {reason}',
  changed:
    '{title} has changed its responses: {changes}. Answers can be incomplete until Answerscope is updated. Ask the operator of this instance to update it.',
  newFields: 'New fields: {fields}. They are not used yet, and nothing is lost.',
});

/** Describes the result of a check: when, what, and what to do if it failed. */
export function describeCheck({ title, status, checkedAt, error, findings }: ProviderCheck): string {
  if (status === null || checkedAt === null) return 'Not checked yet';
  const added = describeNewFields(findings);
  const newFields = added ? messages.newFields({ fields: added }) : null;
  const time = formatInstant(checkedAt);
  if (status === 'passed') return joinSentences([messages.passed({ time }), newFields]);
  if (error !== null) return messages.failed({ time, reason: explainError(title, error.kind) });
  const reason = messages.changed({ title, changes: describeFailures(findings) });
  return joinSentences([messages.failed({ time, reason }), newFields]);
}

/** Explains in plain words why a provider gave no answer, and what to do. The provider's own sentence is for the operator. */
function explainError(title: string, kind: string): string {
  switch (kind) {
    case 'quota':
      return `The quota or credit of this instance at ${title} is used up. Ask the operator to increase it, or add your own key above.`;
    case 'retired':
      return `${title} retired the endpoint or the model that Answerscope uses. Ask the operator to update Answerscope or the model’s setting.`;
    case 'transient':
      return `${title} gave no usable answer. If engines that use it keep failing, tell the operator of this instance.`;
    default:
      return `${title} rejected the request. Ask the operator to check this instance’s key and whether an update of Answerscope is available.`;
  }
}
