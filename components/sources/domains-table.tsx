import Link from 'next/link';
import { Sparkline } from '#components/charts/sparkline';
import { DomainType } from '#components/sources/domain-type';
import { domainAddress, type ListedFacts, type SourcesPlace } from '#components/sources/facts';
import { type ListCut, listAddress } from '#components/sources/list-address';
import { OrderHead } from '#components/sources/order-head';
import { ChangeMark } from '#components/ui/change-mark';
import { DomainName } from '#components/ui/domain-name';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { answersAddress } from '#lib/charts/answers-address';
import { brandColour } from '#lib/charts/brand-colour';
import { formatCount, formatInterval, formatPercent } from '#lib/charts/formats';
import { intervalOf } from '#lib/core/figure';

interface DomainsTableProps {
  place: SourcesPlace;
  cut: ListCut;
  sources: readonly ListedFacts[];
}

/** Domains with their share of all citations, how often they are listed and cited, and where we are missing. */
export function DomainsTable({ place, cut, sources }: DomainsTableProps) {
  const head = (order: string, label: string, className?: string) => (
    <OrderHead
      label={label}
      href={listAddress(place, cut, { order })}
      current={cut.order === order}
      className={className}
    />
  );
  return (
    <Table label="Domains">
      <TableHead>
        <HeadCell>Domain</HeadCell>
        <HeadCell className="max-sm:hidden">Type</HeadCell>
        {head('citations', 'Citation share')}
        <HeadCell numeric className="max-lg:hidden">
          95% interval
        </HeadCell>
        <HeadCell numeric className="max-md:hidden">
          Change
        </HeadCell>
        <HeadCell className="max-xl:hidden" unseen>
          Trend
        </HeadCell>
        {head('cited', 'Cited in')}
        {head('listed', 'Listed in', 'max-lg:hidden')}
        {head('conversion', 'Conversion', 'max-lg:hidden')}
        {sources.some(({ gap }) => gap !== null) ? head('gap', 'Gap', 'max-sm:hidden') : null}
      </TableHead>
      <tbody>
        {sources.map((source) => {
          const { domain, citationShare, cited, listed, conversion, gap } = source;
          const owner = place.brands.find(({ id }) => id === source.brandId);
          return (
            <Row key={domain} className="relative">
              <Cell className="font-medium">
                <Link
                  href={domainAddress(place, domain)}
                  className="after:absolute after:inset-0 hover:text-accent-strong md:whitespace-nowrap"
                >
                  <DomainName domain={domain} />
                </Link>
              </Cell>
              <Cell className="max-sm:hidden">
                <DomainType type={source.type} owner={owner} />
              </Cell>
              <Cell numeric className="font-medium">
                {formatPercent(citationShare.value)}
              </Cell>
              <Cell numeric className="text-muted max-lg:hidden">
                {formatInterval(intervalOf(citationShare))}
              </Cell>
              <Cell numeric className="max-md:hidden">
                <ChangeMark change={citationShare.change} compact />
              </Cell>
              <Cell className="w-24 max-xl:hidden">
                <Sparkline
                  values={source.trend.map((rate) => rate?.value ?? null)}
                  colour={owner ? brandColour(owner.hue) : undefined}
                />
              </Cell>
              <Cell numeric>
                <Link
                  href={answersAddress(place.projectId, place.query, { cites: domain })}
                  className="relative z-[1] hover:text-accent-strong hover:underline"
                  title={`${formatCount(cited.numerator)} of ${formatCount(cited.denominator)} answers`}
                >
                  {formatPercent(cited.value)}
                  <span className="sr-only"> of answers cite {domain}: see them</span>
                </Link>
              </Cell>
              <Cell numeric className="text-muted max-lg:hidden">
                {formatPercent(listed.value)}
              </Cell>
              <Cell numeric className="text-muted max-lg:hidden">
                {formatPercent(conversion.value)}
              </Cell>
              {gap ? (
                <Cell numeric className="text-muted max-sm:hidden">
                  {formatCount(gap.numerator)}
                </Cell>
              ) : null}
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
