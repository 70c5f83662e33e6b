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

  title: string;
  /** One sentence that summarizes the data. */
  answer: ReactNode;
  actions?: ReactNode;
  /** Name of the page in exports. */
  exported?: ExportTarget;
  /** Content above the metrics that does not depend on the filters. */
  above?: ReactNode;
  children: ReactNode;
}

/** Messages for periods in the URL that can't be shown. */
const invalidPeriodMessages = {
  period:
    'The period in the URL isn’t valid: it may be at most 366 days long and can’t start in the future. Showing the last 28 days instead.',
  comparison: 'The comparison period in the URL isn’t valid. Comparing with the previous period instead.',
};

/** Page with the filter bar. */
export function FilteredPage({ view, title, answer, actions, exported, above, children }: FilteredPageProps) {
  const { filters, context, filterValues, project, prompts, views, searchParams } = view;
  const { from, to, compare, engines, countries, topics, tags, promptIds, brandId } = filters;
  const comparedWith = getPeriods(filters).previous;
  const unshown = findInvalidDays(searchParams, context.clock);
  return (
    <FilterProvider
      period={{ from, to, preset: getPresetDays(filters, context.clock), compare, comparedWith }}
      accepted={{
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
            options={buildFilterMenuOptions(filterValues, project, prompts)}
            views={
              <SavedViews
                projectId={project.id}
                views={views}
                canEdit={hasPermission(getRole(context), 'projects.edit')}
              />
            }
          />
        }
      >
        <p className="-mt-3 mb-6 text-xs text-muted not-print:hidden">
          {project.name} · {describeFilters(filters, context.clock, project, 'from')}
        </p>
        {unshown ? <p className="-mt-3 mb-6 text-xs text-muted">{invalidPeriodMessages[unshown]}</p> : null}
        {above}
        <FilteredFigures>{children}</FilteredFigures>
      </Page>
    </FilterProvider>
  );
}
