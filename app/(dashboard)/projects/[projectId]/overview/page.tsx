import type { Metadata } from 'next';
import { engineLabel } from '#components/overview/engine-label';
import { OverviewView } from '#components/overview/overview-view';
import { SandboxNotice } from '#components/overview/sandbox-notice';
import { FictionalTag } from '#components/ui/fictional-tag';
import { roleMay } from '#lib/core/permissions';
import { parseFilters } from '#lib/dashboard/analytics/filters';
import { overview } from '#lib/dashboard/analytics/overview';
import { listAnnotations } from '#lib/dashboard/annotations/list-annotations';
import { listShares } from '#lib/dashboard/shares/list-shares';
import { headlineSentence } from '#lib/format/sentence';
import { filterWords } from '../../../filter-words';
import { roleOf } from '../../../role-of';
import { Annotated } from '../annotations/annotated';
import { answerLoaders } from '../answer-loaders';
import { FilteredPage } from '../filtered-page';
import { NothingHere } from '../nothing-here';
import { LiveProgress } from '../progress/live-progress';
import { progressOf } from '../progress/progress-of';
import { readView, type ViewProps } from '../read-view';
import { readCiting } from './actions';
import { ShareDialog } from './share-dialog';
import { sharedDays } from './shared-days';

export const metadata: Metadata = { title: 'Overview' };

/** Where are we named? The figures of one project under the filters of the address. */
export default async function OverviewPage(props: ViewProps) {
  const view = await readView(props);
  const { context, project, filters, query } = view;
  const projectId = project.id;
  const mayShare = roleMay(roleOf(context), 'shares.manage');
  const [facts, annotations, progress, shares] = await Promise.all([
    overview(context, filters),
    listAnnotations(context, filters),
    progressOf(context, projectId),
    mayShare ? listShares(context, { projectId }) : [],
  ]);
  const { headline } = facts;
  const { brand } = headline;
  const fictional = headline.fictional && headline.answers > 0;
  return (
    <FilteredPage
      view={view}
      title={brand.role === 'own' ? 'Where are we named?' : `Where is ${brand.name} named?`}
      exported="headline"
      answer={
        headline.answers > 0
          ? headlineSentence(headline, engineLabel)
          : `How often AI answers name ${brand.name}, and who is named instead.`
      }
      actions={
        <>
          {fictional ? <FictionalTag /> : null}
          {mayShare ? (
            <ShareDialog
              projectId={projectId}
              bindings={sharedDays(filters, query, (bound) =>
                filterWords(filters, context.clock, project, bound),
              )}
              shares={shares.map(({ id, filters: bound, createdAt, expiresAt, hasPassword }) => ({
                ...{ id, createdAt, expiresAt, hasPassword },
                view: filterWords(
                  parseFilters(projectId, new URLSearchParams(bound), context.clock),
                  context.clock,
                  project,
                  bound,
                ),
              }))}
            />
          ) : null}
        </>
      }
      above={<LiveProgress projectId={projectId} initial={progress} />}
    >
      {fictional && headline.visibility.numerator === 0 ? <SandboxNotice brand={brand.name} /> : null}
      {headline.answers > 0 ? (
        <Annotated view={view} annotations={annotations}>
          <OverviewView
            facts={facts}
            loaders={answerLoaders(projectId)}
            loadCiting={readCiting.bind(null, projectId, query)}
            view={{ projectId, query }}
          />
        </Annotated>
      ) : (
        <NothingHere view={view} />
      )}
    </FilteredPage>
  );
}
