import { Section } from '#components/sections/section';
import { formatItems } from '#lib/core/lists';
import type { BrandDefinition } from '#lib/dashboard/reports/report-data';
import type { MetricDescription } from '#lib/format/metric-descriptions';

interface DefinitionsProps {
  metrics: readonly MetricDescription[];
  brands: readonly BrandDefinition[];
}

/** Lists what the metrics of a report mean, and the names and domains that identify its brands. */
export function Definitions({ metrics, brands }: DefinitionsProps) {
  return (
    <Section title="Definitions">
      <div className="grid gap-x-12 gap-y-6 text-xs lg:grid-cols-2">
        <dl className="grid gap-3">
          {metrics.map(({ metric, description }) => (
            <div key={metric}>
              <dt className="font-semibold">{metric}</dt>
              <dd className="text-muted">{description}</dd>
            </div>
          ))}
        </dl>
        <dl className="grid content-start gap-3">
          {brands.map(({ id, name, aliases, domains }) => (
            <div key={id}>
              <dt className="font-semibold">{name}</dt>
              <dd className="wrap-anywhere text-muted">
                {aliases.length > 0 ? `Aliases: ${formatItems(aliases)}. ` : ''}
                {domains.length > 0 ? `Domains: ${formatItems(domains)}.` : 'No domains.'}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}
