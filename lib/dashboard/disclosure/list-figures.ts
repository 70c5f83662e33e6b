import type { Disclosure, Outcomes } from '#lib/contract/disclosure';

type Figure = Disclosure['figures'][number];

/** The labels of outcomes, and what they mean. */
const outcomeTexts: Readonly<Record<keyof Outcomes, readonly [label: string, description: string]>> = {
  planned: ['Planned', 'Every prompt × engine × country × sample that was to be asked.'],
  answered: ['Answered', 'The answers that all metrics are computed from.'],
  noAnswer: [
    'No answer',
    'The engine responded but showed no answer. These count in no metric except trigger rate.',
  ],
  failed: ['Failed', 'The request failed. These count in no metric.'],
  unreadable: ['Unreadable', 'The response has an unknown format. These count in no metric.'],
  notSent: ['Not sent', 'The run ended before they were sent, for example because credits had run out.'],
  open: ['Waiting', 'They had not been answered yet when this page was created.'],
};

const formatDays = ({ from, to }: { from: string; to: string }) => `${from} to ${to}`;

/** Lists the figures of the periods: first the outcomes, then what they are about. */
export function listFigures(disclosure: Omit<Disclosure, 'figures' | 'changes' | 'methods'>): Figure[] {
  const { outcomes, previousOutcomes, period, comparedWith, samples, headline } = disclosure;
  const { metric, repeat } = headline;
  const toFigure = (
    unit: Figure['unit'],
    label: string,
    value: Figure['value'],
    description = '',
  ): Figure => ({
    label,
    unit,
    value,
    previous: null,
    description,
  });
  return [
    ...listOutcomes(outcomes, previousOutcomes),
    {
      ...toFigure('count', 'Fictional', disclosure.fictional, 'Answers of the sandbox’s fictional market.'),
      previous: disclosure.previousFictional,
    },
    toFigure('count', 'Runs', disclosure.runs, 'Each run asks all prompts.'),
    toFigure(
      'count',
      'Days with answers',
      disclosure.answerDays,
      'Days of the period with at least one answer.',
    ),
    toFigure(
      'text',
      'Samples per run',
      samples && (samples.min === samples.max ? samples.min : `${samples.min} to ${samples.max}`),
      'How often a run asks each prompt of each engine in each country.',
    ),
    { ...toFigure('text', 'Days', formatDays(period)), previous: comparedWith && formatDays(comparedWith) },
    toFigure('text', 'Time zone', disclosure.timeZone, 'The time zone of the days.'),
    toFigure('share', metric, headline.value, 'A share from 0 to 1.'),
    toFigure('share', `${metric}, 95% interval low`, headline.low),
    toFigure('share', `${metric}, 95% interval high`, headline.high),
    ...(repeat
      ? [
          toFigure(
            'share',
            `${metric}, difference if repeated`,
            repeat.within,
            'In 95 of 100 repetitions of the runs, the value would differ by at most this.',
          ),
        ]
      : []),
  ];
}

function listOutcomes(outcomes: Outcomes, previous: Outcomes | null): Figure[] {
  const names = Object.keys(outcomeTexts).filter((name): name is keyof Outcomes => name in outcomes);
  return names.map((name) => {
    const [label, description] = outcomeTexts[name];
    return { label, unit: 'count', value: outcomes[name], previous: previous?.[name] ?? null, description };
  });
}
