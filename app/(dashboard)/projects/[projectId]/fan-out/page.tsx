import type { Metadata } from 'next';
import { WordsSearch } from '#components/answers/words-search';
import { FanOutTable } from '#components/fan-out/fan-out-table';
import { FanOutTree } from '#components/fan-out/fan-out-tree';
import { ToldByEngine } from '#components/fan-out/told-by-engine';
import { engineLabel } from '#components/overview/engine-label';
import { EmptyState } from '#components/ui/empty-state';
import { FictionalTag } from '#components/ui/fictional-tag';
import { Section } from '#components/ui/section';
import { fanOut } from '#lib/dashboard/analytics/fan-out';
import { fanOutByPrompt } from '#lib/dashboard/analytics/fan-out-by-prompt';
import { valuesOf } from '#lib/dashboard/analytics/filters';
import { askedWithoutAddOns } from '#lib/dashboard/runs/asked-without-add-ons';
import { getSchedule } from '#lib/dashboard/schedules/get-schedule';
import { answersAddress } from '#lib/format/answers-address';
import { fanOutDefinitionsOf } from '#lib/format/definitions';
import { fanOutSentence } from '#lib/format/fan-out-sentence';
import { formatCount, formatPlural } from '#lib/format/formats';
import { listNames } from '#lib/format/names';
import { FilteredPage } from '../filtered-page';
import { NothingHere } from '../nothing-here';
import { readView, type ViewProps } from '../read-view';
import { UnaskedSearches } from './unasked-searches';

export const metadata: Metadata = { title: 'Fan-out' };

const queriesShown = 50;

/** What do they search for us? The engines' own searches under the filters of the address. */
export default async function FanOutPage(props: ViewProps) {
  const view = await readView(props);
  const { context, project, filters, query, asked } = view;
  const [words = ''] = valuesOf(asked, 'words').map((text) => text.slice(0, 300));
  const base = `/projects/${project.id}`;
  const [facts, prompts, unasked, schedule] = await Promise.all([
    fanOut(context, filters, { limit: queriesShown, words }),
    fanOutByPrompt(context, filters),
    askedWithoutAddOns(context, filters),
    getSchedule(context, filters),
  ]);
  const missing = unasked.filter(({ engine }) => facts.engines.some((told) => told.engine === engine));
  const hint =
    missing.length > 0 ? (
      <UnaskedSearches projectId={project.id} engines={missing} askedNow={schedule?.addOns ?? false} />
    ) : null;
  const silent = facts.engines
    .filter(({ fanned }) => fanned.numerator === 0)
    .map(({ engine }) => engineLabel(engine));
  const brand = project.own.name;
  const definitions = fanOutDefinitionsOf(brand);
  const fictional = facts.engines.length > 0 && facts.engines.every((told) => told.fictional);
  return (
    <FilteredPage
      view={view}
      title="What do they search for us?"
      answer={fanOutSentence(facts, brand, engineLabel)}
      actions={fictional ? <FictionalTag /> : null}
    >
      {facts.engines.length === 0 ? (
        <NothingHere view={view} />
      ) : prompts.length === 0 ? (
        <EmptyState kind="not measured" title="Not measured" className="min-h-80">
          {hint ?? (
            <>
              {listNames(silent)} {silent.length === 1 ? 'tells' : 'tell'} no searches. Answer and Office do,
              and Chat where it is asked for them: ask them too and what they search for appears here.
            </>
          )}
        </EmptyState>
      ) : (
        <>
          <Section
            title="Searches"
            note={`${formatCount(facts.queries.length)} of ${formatPlural(facts.total, 'search', 'searches')}, by how many answers they were made for.`}
            exported="fan-out"
            meanings={[
              { figure: 'Asked', means: definitions.asked },
              { figure: `Then names ${brand}`, means: definitions.named },
            ]}
          >
            <div className="mb-3">
              <WordsSearch
                action={`${base}/fan-out`}
                words={words}
                label="Words in the search"
                kept={[...new URLSearchParams(query)]}
              />
            </div>
            {facts.queries.length > 0 ? (
              <FanOutTable
                queries={facts.queries}
                brand={brand}
                hrefs={Object.fromEntries(
                  facts.queries.map((one) => [
                    one.query,
                    answersAddress(project.id, query, { fanout: one.query }),
                  ]),
                )}
              />
            ) : (
              <EmptyState kind="no match" title="Nothing matches">
                No search holds these words.
              </EmptyState>
            )}
          </Section>
          <FanOutTree
            prompts={prompts}
            brand={brand}
            hrefs={Object.fromEntries(
              prompts.flatMap(({ promptId, queries }) =>
                queries.map((one) => [
                  `${promptId}:${one.query}`,
                  answersAddress(project.id, query, { fanout: one.query, prompt: promptId }),
                ]),
              ),
            )}
            promptHrefs={Object.fromEntries(
              prompts.map(({ promptId }) => [
                promptId,
                `${base}/prompts/${promptId}${query ? `?${query}` : ''}`,
              ]),
            )}
          />
          <ToldByEngine engines={facts.engines} hint={hint} />
        </>
      )}
    </FilteredPage>
  );
}
