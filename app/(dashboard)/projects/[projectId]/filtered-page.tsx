import type { ReactNode } from 'react';
import { FilterBar } from '#components/filters/filter-bar';
import { FilteredFigures, FilterProvider } from '#components/filters/filter-context';
import { Page } from '#components/layout/page';
import { ExportMenu, type ExportTarget } from '#components/sections/export-menu';
import { hasPermission } from '#lib/core/permissions';
import { findInvalidDays, getPeriods, getPresetDays } from '#lib/dashboard/analytics/filters/metric-filters';
import { getRole } from '../../../session';
import { buildFilterMenuOptions, describeFilters } from '../../filter-labels';
import type { PageData } from './load-page';
import { SavedViews } from './saved-views/saved-views';

interface FilteredPageProps {
  view: PageData;
  /** The question the screen answers. */
  title: string;
  /** Its one-sentence answer. */
  answer: ReactNode;
  actions?: ReactNode;
  /** What the exports know the page's own figures or list as. */
  exported?: ExportTarget;
  /** What does not change with the filters, above the figures: the progress of long work. */
  above?: ReactNode;
  children: ReactNode;
}

/** What is shown instead of days of the address that cannot be. */
const shownInstead = {
  period:
    'The dates in this address cannot be shown: a period is at most 366 days long and does not begin after today. These are the last 28 days.',
  comparison:
    'The days to compare with in this address cannot be shown. These figures are compared with the days before.',
};

/** A page of figures: its question and answer, the filters in the sticky bar, the figures under them. */
export function FilteredPage({ view, title, answer, actions, exported, above, children }: FilteredPageProps) {
  const { filters, context, choices, project, prompts, views, searchParams } = view;
  const { from, to, compare, engines, countries, topics, tags, promptIds, brandId } = filters;
  const comparedWith = getPeriods(filters).previous;
  const unshown = findInvalidDays(searchParams, context.clock);
  return (
    <FilterProvider
      period={{ from, to, preset: getPresetDays(filters, context.clock), compare, comparedWith }}
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
            options={buildFilterMenuOptions(choices, project, prompts)}
            views={
              <SavedViews
                projectId={project.id}
                views={views}
                mayEdit={hasPermission(getRole(context), 'projects.edit')}
              />
            }
          />
        }
      >
        <p className="-mt-3 mb-6 text-xs text-muted not-print:hidden">
          {project.name} · {describeFilters(filters, context.clock, project, 'from')}
        </p>
        {unshown ? <p className="-mt-3 mb-6 text-xs text-muted">{shownInstead[unshown]}</p> : null}
        {above}
        <FilteredFigures>{children}</FilteredFigures>
      </Page>
    </FilterProvider>
  );
}
