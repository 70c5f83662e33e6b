import type { TrackedBrand } from '#lib/core/figure';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import type { Project } from '#lib/dashboard/projects/project';

/** The brand whose figures a page shows: the project's own, unless the filters name another of its brands. */
export function lookedAt({ own, competitors }: Project, { brandId }: MetricFilters): TrackedBrand {
  const { id, name, role, hue } = competitors.find((brand) => brand.id === brandId) ?? own;
  return { id, name, role, hue };
}
