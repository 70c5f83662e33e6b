'use client';

import { useAction } from '#app/(dashboard)/use-action.ts';
import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { Select } from '#components/ui/select';
import { Time } from '#components/ui/time';
import { formatDate } from '#lib/core/dates';
import { formatCount, formatDecimalInput, formatMoney, formatPlural, parseDecimal } from '#lib/core/numbers';
import { addDays, toUtcDay } from '#lib/core/time';
import type { MentionVolume } from '#lib/dashboard/counts/count-mentions';
import type { ClassifierStatus } from '#lib/dashboard/sentiment/classifier';
import { estimateCost } from '#lib/dashboard/sentiment/estimate-cost';
import type { LanguageModelProviderOption } from '#lib/service/provider-keys/language-model';
import { disableClassifierAction, enableClassifierAction, retryClassifierAction } from '../actions';

interface SentimentClassifierProps {
  /** Undefined while no language model classifies sentences. */
  classifier?: ClassifierStatus | undefined;
  /** The language models of the providers for which the organization has its own key. */
  models: readonly LanguageModelProviderOption[];
  volume: MentionVolume;
  /** The current day in UTC. */
  today: string;
  /** Reason why the member can't change the classifier; null if they can. */
  denial: string | null;
}

/** Shows the classifier and its cost, with the dialogs that change it. */
export function SentimentClassifier({ classifier, ...props }: SentimentClassifierProps) {
  const { models } = props;
  if (classifier) return <EnabledClassifier classifier={classifier} {...props} />;
  if (models.length === 0) {
    return (
      <Notice>
        Sentiment is off: it needs a language model. Add your key for OpenAI, Gemini or xAI above, then choose
        a model that classifies sentences and names the aspects that they praise or criticize.
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Notice>
        Sentiment is off: it needs a language model, which classifies sentences and names the aspects that
        they praise or criticize.
      </Notice>
      <div>
        <ClassifierDialog {...props} />
      </div>
    </div>
  );
}

function EnabledClassifier({
  classifier,
  ...props
}: SentimentClassifierProps & { classifier: ClassifierStatus }) {
  const retry = useAction(retryClassifierAction);
  const disable = useAction(disableClassifierAction);
  const { name, since, queued, inputTokens, outputTokens, inputPrice, outputPrice, error, retryAt } =
    classifier;
  const { denial } = props;
  const cost = (inputTokens * inputPrice + outputTokens * outputPrice) / 1_000_000;
  return (
    <div className="flex flex-col gap-4">
      <ErrorNotice problem={retry.problem ?? disable.problem} />
      {error ? (
        <Notice tone="danger">
          Sentences could not be classified: {error}{' '}
          {retryAt ? (
            <>
              The next attempt is at <Time at={retryAt} />.
            </>
          ) : null}
        </Notice>
      ) : null}
      <dl className="grid gap-x-12 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        <Fact term="Classifier">{name}</Fact>
        <Fact term="Classifies answers since">{formatDate(toUtcDay(since))}</Fact>
        <Fact term="Queued">{formatPlural(queued, 'answer')}</Fact>
        <Fact term="Cost so far">
          {formatDollars(cost)} for {formatCount(inputTokens + outputTokens)} tokens
        </Fact>
      </dl>
      <p className="flex flex-wrap gap-1">
        {error ? (
          <Button size="small" denial={denial} busy={retry.busy} onClick={() => retry.run()}>
            Try again now
          </Button>
        ) : null}
        <ClassifierDialog {...props} classifier={classifier} />
        <ConfirmButton
          label="Disable"
          title={`Disable ${name}?`}
          confirmLabel="Disable classifier"
          denial={denial}
          busy={disable.busy}
          onConfirm={() => disable.run()}
        >
          No page, file, report or alert shows sentiment any more. The results of {name} are kept, so enabling
          it again costs nothing for sentences that it has already classified.
        </ConfirmButton>
      </p>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

const periods = [
  { value: 'today', label: 'Answers from today on', days: 1 },
  { value: 'last30Days', label: 'The last 30 days', days: 30 },
  { value: 'last90Days', label: 'The last 90 days', days: 90 },
  { value: 'all', label: 'All stored answers', days: 3650 },
] as const;
type PeriodName = (typeof periods)[number]['value'];

/** Prefilled prices in US dollars per million tokens: those of gpt-5-mini at its release. */
const suggestedPrice = { input: 0.25, output: 2 };

/** Dialog that chooses the language model and states its cost before it is used. */
function ClassifierDialog({ classifier, models, volume, today, denial }: SentimentClassifierProps) {
  const form = useFormDialog({
    stored: {
      provider: classifier?.provider ?? models[0]?.provider ?? '',
      model: classifier?.model ?? models[0]?.suggestedModel ?? '',
      inputPrice: formatDecimalInput(classifier?.inputPrice ?? suggestedPrice.input),
      outputPrice: formatDecimalInput(classifier?.outputPrice ?? suggestedPrice.output),
      period: 'last30Days' as PeriodName,
    },
    save: ({ provider, model, period, ...entered }) =>
      enableClassifierAction({
        provider,
        providerTitle: models.find((choice) => choice.provider === provider)?.title ?? '',
        model,
        ...parsePrices(entered),
        since: addDays(today, 1 - (periods.find(({ value }) => value === period)?.days ?? 1)),
      }),
  });
  const { provider, period } = form.values;
  const prices = parsePrices(form.values);
  const stored = volume[period];
  const label = classifier ? 'Change' : 'Use a language model';
  const size = classifier ? 'small' : 'medium';
  const hasPrices = Number.isFinite(prices.inputPrice) && Number.isFinite(prices.outputPrice);
  return (
    <FormDialog
      {...form.dialog}
      title={classifier ? 'Change classifier' : 'Use a language model'}
      description="The language model classifies every sentence that mentions a tracked brand, with your own key. Sentences of stored answers are classified again. Answers older than the selected period won’t have a sentiment, because results of different classifiers are never mixed."
      trigger={
        <Button size={size} denial={denial}>
          {label}
        </Button>
      }
      submitLabel={classifier ? 'Change classifier' : 'Test and enable'}
    >
      <Select
        label="Provider"
        options={models.map((choice) => ({ value: choice.provider, label: choice.title }))}
        value={provider}
        onChange={(next) =>
          form.change({
            provider: next,
            model: models.find((choice) => choice.provider === next)?.suggestedModel ?? '',
          })
        }
      />
      <TextField
        label="Model"
        hint="A small model is enough. It is tested with one sentence before it is enabled."
        {...form.field('model')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Input price"
          inputMode="decimal"
          hint="US dollars per million tokens. Replace the prefilled prices with those of your model."
          {...form.field('inputPrice')}
        />
        <TextField
          label="Output price"
          inputMode="decimal"
          hint="Both prices are used only to estimate the cost."
          {...form.field('outputPrice')}
        />
      </div>
      <Select
        label="Classify"
        options={periods.map(({ value, label }) => ({ value, label }))}
        value={period}
        onChange={(next) => form.change({ period: next })}
      />
      {hasPrices ? (
        <Notice>
          <strong className="font-medium">About {formatDollars(estimateCost(stored, prices))} now</strong> for
          at most {formatPlural(stored, 'stored sentence')}, and about{' '}
          {formatDollars(estimateCost(volume.last30Days, prices))} a month if answers mention brands as often
          as in the last 30 days. Identical sentences are classified and billed only once. Your provider bills
          you; Answerscope charges no credits.
        </Notice>
      ) : null}
    </FormDialog>
  );
}

function parsePrices({ inputPrice, outputPrice }: { inputPrice: string; outputPrice: string }) {
  return { inputPrice: parseDecimal(inputPrice), outputPrice: parseDecimal(outputPrice) };
}

/** Formats an amount: "$12.40", "$0.03", "less than $0.01". */
function formatDollars(amount: number): string {
  if (amount > 0 && amount < 0.01) return `less than ${formatMoney(0.01, 'USD')}`;
  return formatMoney(amount, 'USD');
}
