import { ArrowRight, Minus } from 'lucide-react';
import { classes } from '#components/ui/classes';
import { BrandSwatch } from '#components/ui/domain';
import { PageLink } from '#components/ui/links';
import { getBrandColor } from '#lib/charts/chart-spec';
import { competitorParameters } from '#lib/contract/filters/page-parameters';
import type { Rate, TrackedBrand } from '#lib/core/metric';
import type { HeadToHeadPrompt } from '#lib/dashboard/analytics/competitors/head-to-head';
import { getOptionalAnswersUrl } from '#lib/format/answer-links';

/** The page on which competitors are shown. */
export interface CompetitorsPageContext {
  /** Null in a shared report, which has no links to the dashboard. */
  projectId: string | null;
  /** The filters of the page as a query string; empty for none. */
  query: string;
  /** The selected brand. */
  selectedBrand: TrackedBrand;
}

function getCompetitorUrl({ projectId, query }: CompetitorsPageContext, competitorId: string): string {
  const path = `/projects/${projectId}/competitors`;
  return competitorParameters.getUrl(path, query, { competitor: competitorId });
}

interface CompetitorPickerProps {
  pageContext: CompetitorsPageContext;
  competitors: readonly TrackedBrand[];
  current: string;
}

/** Chooses the compared competitor. */
export function CompetitorPicker({ pageContext, competitors, current }: CompetitorPickerProps) {
  if (pageContext.projectId === null) return null;
  return (
    <nav aria-label="Compared competitor" data-print="hide" className="-ml-2.5 mb-3 flex flex-wrap gap-1">
      {competitors.map(({ id, name, colorIndex }) => (
        <PageLink
          key={id}
          href={getCompetitorUrl(pageContext, id)}
          scroll={false}
          aria-current={id === current ? 'true' : undefined}
          className={classes(
            'flex h-8 items-center gap-2 rounded-md px-2.5 hover:bg-sunken',
            id === current ? 'bg-sunken font-semibold' : 'text-muted',
          )}
        >
          <BrandSwatch color={getBrandColor(colorIndex)} />
          {name}
        </PageLink>
      ))}
    </nav>
  );
}

interface ComparisonLinksProps {
  pageContext: CompetitorsPageContext;
  competitor: TrackedBrand;
  prompt: HeadToHeadPrompt;
}

/** Links to a prompt's answers that mention only one of two brands, unless there can't be any. */
export function ComparisonLinks({ pageContext, competitor, prompt }: ComparisonLinksProps) {
  const { selectedBrand } = pageContext;
  const { promptId, answers, brandRate, competitorRate } = prompt;
  const renderLink = (mentioned: TrackedBrand, other: TrackedBrand) => (
    <PageLink
      href={getOptionalAnswersUrl(pageContext, {
        prompt: promptId,
        mentioned: mentioned.id,
        unmentioned: other.id,
      })}
      prefetch={false}
      title={`Answers that mention ${mentioned.name} and not ${other.name}`}
      className="flex h-7 items-center gap-1.5 rounded-md px-1.5 text-muted hover:bg-pressed hover:text-ink"
    >
      <BrandSwatch color={getBrandColor(mentioned.colorIndex)} />
      <ArrowRight aria-hidden className="size-3.5" />
      <span className="sr-only">
        Answers that mention {mentioned.name} and not {other.name}
      </span>
    </PageLink>
  );
  const renderNone = (mentioned: TrackedBrand, other: TrackedBrand) => {
    const label = `No answers mention ${mentioned.name} and not ${other.name}`;
    return (
      <span title={label} className="flex h-7 items-center gap-1.5 px-1.5 text-faint">
        <BrandSwatch color={getBrandColor(mentioned.colorIndex)} />
        <Minus aria-hidden className="size-3.5" />
        <span className="sr-only">{label}</span>
      </span>
    );
  };
  return (
    <span className="relative z-[1] flex">
      {canMentionOnlyOne(brandRate, competitorRate, answers)
        ? renderLink(selectedBrand, competitor)
        : renderNone(selectedBrand, competitor)}
      {canMentionOnlyOne(competitorRate, brandRate, answers)
        ? renderLink(competitor, selectedBrand)
        : renderNone(competitor, selectedBrand)}
    </span>
  );
}

/**
 * Returns false if no answer can mention only the first brand: none mentions it, or all mention the other one. Even if true,
 * there may be no such answer.
 */
function canMentionOnlyOne(mentioned: Rate, other: Rate, answers: number): boolean {
  return mentioned.numerator > 0 && other.numerator < answers;
}
