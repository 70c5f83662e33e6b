import { ClearFiltersButton, DateRangeButton } from '#components/filters/filter-buttons';
import { Link } from '#components/ui/link';
import { LinkButton } from '#components/ui/link-button';
import { EmptyState, type EmptyStateProps, Notice } from '#components/ui/notice';
import type { EngineLabels } from '#lib/contract/engine-labels';
import { formatDate, formatInstant, formatPeriod } from '#lib/core/dates';
import { pauseReasonLabels } from '#lib/core/errors';
import { formatList, joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { addDays, type Period } from '#lib/core/time';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { MissingAnswers } from '#lib/dashboard/analytics/filters/project-state';
import { type AnswerSet, describeFictional, listFictionalEngines } from '#lib/format/metric-descriptions';
import { describeResumption, type UnsentRun } from '#lib/format/summary-sentences';

interface NoAnswersProps {
  /** First and last day with answers, without filters; null if there are none. */
  answeredPeriod: Period | null;
  /** The selected period. */
  period: Period;
  /** Whether filters other than the period are active. */
  isFiltered: boolean;
  /** Whether a run is in progress. */
  isRunning: boolean;
  /** The latest run, if it is paused. */
  pausedRun: { run: UnsentRun; href: string } | null;
  /** The latest completed run, with the number of its run items without a usable answer; null if there are no such items. */
  lastRun: { missing: MissingAnswers; href: string } | null;
  /** URL to add prompts; null if the project already has prompts. */
  promptsHref: string | null;
  /** Whether this is the page of one prompt. */
  isPromptPage: boolean;
  /** URL to run prompts or set a schedule. */
  scheduleHref: string;
  /** When the schedule runs next; null if it does not. */
  nextRunAt: Date | null;
}

/** Explains why there are no answers: filters, period, a running or paused first run, failures, or no run yet. */
export function NoAnswers(props: NoAnswersProps) {
  return <EmptyState className="min-h-80" {...describeReason(props)} />;
}

function describeReason({
  answeredPeriod,
  period,
  isFiltered,
  isRunning,
  pausedRun,
  lastRun,
  promptsHref,
  isPromptPage,
  scheduleHref,
  nextRunAt,
}: NoAnswersProps): EmptyStateProps {
  if (answeredPeriod) {
    const isOutside = period.to < answeredPeriod.from || period.from > answeredPeriod.to;
    if (isFiltered && !isOutside) {
      return {
        kind: 'no match',
        title: 'No matching answers',
        children: 'No answers match these filters in this period. Clear filters or choose other dates.',
        action: <ClearFiltersButton />,
      };
    }
    return {
      kind: 'no match',
      title: 'No answers in this period',
      children: messages.otherDays({
        subject: isPromptPage ? 'prompt' : 'other',
        length: answeredPeriod.from === answeredPeriod.to ? 'day' : 'other',
        period: formatPeriod(answeredPeriod),
        place: isOutside ? 'outside' : 'other',
      }),
      action: <DateRangeButton range={answeredPeriod} />,
    };
  }
  if (isRunning) {
    return {
      kind: 'none yet',
      title: 'Waiting for the first answers',
      children: 'Metrics appear here as answers arrive.',
    };
  }
  const link = (href: string, label: string) => (
    <LinkButton kind="primary" href={href}>
      {label}
    </LinkButton>
  );
  if (pausedRun) {
    const { run, href } = pausedRun;
    return {
      kind: 'none yet',
      title: `Run paused: ${pauseReasonLabels[run.pauseReason]}`,
      children: joinSentences([messages.waiting({ notSent: run.notSent }), describeResumption(run)]),
      action: link(href, 'View run'),
    };
  }
  if (lastRun) {
    return {
      kind: 'none yet',
      title: 'No answers in the last run',
      children: describeMissing(lastRun.missing),
      action: link(lastRun.href, 'View run'),
    };
  }
  return {
    kind: 'none yet',
    title: isPromptPage ? 'Not sent yet' : 'No answers yet',
    children: promptsHref
      ? 'Start with the questions your customers ask.'
      : nextRunAt
        ? messages.nextRun({
            instant: formatInstant(nextRunAt),
            subject: isPromptPage ? 'prompt' : 'other',
          })
        : 'Run your prompts once or set a schedule. Metrics appear here as answers arrive.',
    action: promptsHref
      ? link(promptsHref, 'Add prompts')
      : link(scheduleHref, nextRunAt ? 'View schedule' : 'Set up schedule'),
  };
}

const messages = defineMessages({
  nextRun:
    'The next run starts on {instant}{subject, select, prompt { and includes this prompt} other {}}. You can also run all prompts now. Metrics appear here as answers arrive.',
  otherDays:
    'This {subject, select, prompt {prompt} other {project}} has answers {length, select, day {on} other {from}} {period}{place, select, outside {} other {, but none on the selected days}}.',
  waiting: '{notSent, plural, one {# run item is} other {# run items are}} waiting.',
  outcome:
    '{count, number}{unit, select, run { {count, plural, one {run item} other {run items}}} other {}} {outcome, select, failed {failed} noAnswer {got no answer from the engine} unreadable {got an answer in an unknown format} notSent {{count, plural, one {was} other {were}} not sent} other {}}',
  costs:
    '{reading, select, unreadable {Failed run items cost no credits; answers in an unknown format do.} other {Failures cost no credits.}}',
});

/** Describes the outcomes of run items without a usable answer: "2 run items failed, 1 got no answer from the engine and 3 were not sent. Failures cost no credits." */
function describeMissing({ failed, noAnswer, unreadable, notSent }: MissingAnswers): string {
  const outcomes = [
    { count: failed, outcome: 'failed' },
    { count: noAnswer, outcome: 'noAnswer' },
    { count: unreadable, outcome: 'unreadable' },
    { count: notSent, outcome: 'notSent' },
  ] as const;
  const described = outcomes
    .filter(({ count }) => count > 0)
    .map((entry, index) => messages.outcome({ ...entry, unit: index === 0 ? 'run' : 'other' }));
  if (described.length === 0) return '';
  return joinSentences([
    `${formatList(described)}.`,
    failed > 0 ? messages.costs({ reading: unreadable > 0 ? 'unreadable' : 'other' }) : null,
  ]);
}

const linkClass = 'font-medium text-accent underline underline-offset-4 hover:text-accent-strong';

interface FictionalNoticeProps {
  answerSet: AnswerSet;
  engineLabels: EngineLabels;
  /** The filters of the page; `getHref` returns its URL with other filters. */
  filters: MetricFilters;
  getHref: (filters: MetricFilters) => string;
}

/** Says how many answers are fictional if others are real, and links to a way to get or see only real ones. */
export function FictionalNotice({ answerSet, engineLabels, filters, getHref }: FictionalNoticeProps) {
  const sentence = describeFictional(answerSet, engineLabels);
  if (!answerSet.fictional || sentence === null) return null;
  const { count, lastDay, hasLaterAnswers } = answerSet.fictional;
  // Without a comparison, because the period before the real answers contains the fictional ones.
  const uncompared: MetricFilters = { ...filters, compare: 'none', comparedWith: null };
  const from = lastDay && hasLaterAnswers ? addDays(lastDay, 1) : null;
  const link =
    listFictionalEngines(answerSet.fictional, engineLabels).length > 0
      ? { href: '/developers/engines', label: 'Add a provider key' }
      : count === 0
        ? { href: getHref(uncompared), label: 'Turn off the comparison' }
        : from
          ? {
              href: getHref({ ...uncompared, from, calendarPeriod: null }),
              label: `Show answers since ${formatDate(from)}`,
            }
          : null;
  return (
    <div className="pb-6">
      <Notice tone="warning">
        {sentence}{' '}
        {link ? (
          <Link href={link.href} className={linkClass}>
            {link.label}
          </Link>
        ) : null}
      </Notice>
    </div>
  );
}

/** Explains why a real brand has no mentions in the sandbox. */
export function SandboxNotice({ brand }: { brand: string }) {
  return (
    <div className="pb-6">
      <Notice>
        These answers come from the sandbox, which only knows fictional brands, so {brand} isn’t mentioned. To
        use real engines,{' '}
        <Link href="/developers/engines" className={linkClass}>
          add a provider key
        </Link>
        , such as one from OpenAI, Gemini or Perplexity.
      </Notice>
    </div>
  );
}
