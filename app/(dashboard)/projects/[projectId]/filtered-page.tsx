import type { ReactNode } from 'react';
import { FilterBar } from '#components/filters/filter-bar';
import { FilteredFigures, FilterProvider } from '#components/filters/filter-context';
import { Page } from '#components/shell/page';
import { type Exported, ExportMenu } from '#components/ui/export-menu';
import { roleMay } from '#lib/core/permissions';
import { presetOf } from '#lib/dashboard/metrics/filters';
import { periodsOf } from '#lib/dashboard/metrics/periods';
import { filterOptionsOf } from '../../filter-options-of';
import { filterWords } from '../../filter-words';
import { roleOf } from '../../role-of';
import { pageReady } from './page-ready';
import type { View } from './read-view';
import { SavedViews } from './views/saved-views';

interface FilteredPageProps {
  view: View;
  /** The question the screen answers. */
  title: string;
  /** Its one-sentence answer. */
  answer: ReactNode;
  actions?: ReactNode;
  /** What the exports know the page's own figures or list as. */
  exported?: Exported;
  /** What does not change with the filters, above the figures: the progress of long work. */
  above?: ReactNode;
  children: ReactNode;
}

/** A page of figures: its question and answer, the filters in the sticky bar, the figures under them. */
export function FilteredPage({ view, title, answer, actions, exported, above, children }: FilteredPageProps) {
  const { filters, context, choices, project, prompts, views } = view;
  const { from, to, compare, engines, countries, topics, tags, promptIds, brandId } = filters;
  pageReady().resolve();
  const comparedWith = periodsOf(filters).previous;
  return (
    <FilterProvider
      period={{ from, to, preset: presetOf(filters, context.clock), compare, comparedWith }}
      understood={{
        engine: engines,
        country: countries,
        topic: topics,
        tag: tags,
        prompt: promptIds,
        brand: brandId,
      }}
    >
      <Page
        title={title}
        answer={answer}
        actions={
          actions || exported ? (
            <>
              {actions}
              {exported ? <ExportMenu exported={exported} title={title} /> : null}
            </>
          ) : null
        }
        bar={
          <FilterBar
            options={filterOptionsOf(choices, project, prompts)}
            views={
              <SavedViews
                projectId={project.id}
                views={views}
                mayEdit={roleMay(roleOf(context), 'projects.edit')}
              />
            }
          />
        }
      >
        <p className="-mt-3 mb-6 text-xs text-muted not-print:hidden">
          {project.name} · {filterWords(filters, context.clock, project, 'from')}
        </p>
        {above}
        <FilteredFigures>{children}</FilteredFigures>
      </Page>
    </FilterProvider>
  );
}
