import { count, decimal, percent, percentInterval, points } from '#components/charts/format';
import type { HeadlineFacts } from '#components/overview/facts';
import { ChangeMark } from '#components/ui/change-mark';
import { Figure } from '#components/ui/figure';
import { intervalOf, type Figure as RateFigure } from '#lib/core/figure';

function counted(figure: RateFigure, unit: string): string {
  return `${count(figure.numerator)} of ${count(figure.denominator)} ${unit}`;
}

function RateHeadline({
  label,
  figure,
  unit,
  definition,
}: {
  label: string;
  figure: RateFigure;
  unit: string;
  definition: string;
}) {
  const interval = intervalOf(figure);
  return (
    <Figure
      label={label}
      value={figure.value === null ? null : percent(figure.value, true)}
      interval={interval && percentInterval(interval.low, interval.high)}
      grade={figure.grade}
      change={<ChangeMark change={figure.change} format={points} />}
      definition={definition}
      counts={counted(figure, unit)}
    />
  );
}

/** The own brand's figures of the period. */
export function HeadlineFigures({ headline }: { headline: HeadlineFacts }) {
  const { position, brand } = headline;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-8 border-t pt-6 pb-10 md:grid-cols-3 lg:grid-cols-5">
      <RateHeadline
        label="Visibility"
        figure={headline.visibility}
        unit="answers"
        definition={`Answers that mention ${brand.name} ÷ answers.`}
      />
      <RateHeadline
        label="Share of voice"
        figure={headline.shareOfVoice}
        unit="brand mentions"
        definition={`Answers that mention ${brand.name} ÷ the sum over all tracked brands of answers that mention them. Prompts that name a brand are left out unless put back.`}
      />
      <Figure
        label="Position"
        value={position.mean === null ? null : decimal(position.mean)}
        interval={
          position.clustered && `${decimal(position.clustered.low)} – ${decimal(position.clustered.high)}`
        }
        grade={position.grade}
        change={
          <ChangeMark
            change={position.change}
            lessIsBetter
            format={(difference) =>
              `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${decimal(Math.abs(difference))}`
            }
          />
        }
        definition={`The rank of ${brand.name} by first mention among the brands mentioned, averaged over the answers that mention it. 1 is first.`}
        counts={`over ${count(position.answers)} answers`}
      />
      <RateHeadline
        label="Citation rate"
        figure={headline.citationRate}
        unit="answers"
        definition={`Answers that cite at least one address of ${brand.name} ÷ answers.`}
      />
      <RateHeadline
        label="Citation share"
        figure={headline.citationShare}
        unit="citations"
        definition={`Citations of addresses of ${brand.name} ÷ all citations.`}
      />
    </dl>
  );
}
