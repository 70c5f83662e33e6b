import Link from 'next/link';
import { Sparkline } from '#components/charts/sparkline';
import { DomainType } from '#components/sources/domain-type';
import { domainAddress, type ListedFacts, type SourcesPlace } from '#components/sources/facts';
import { type ListCut, listAddress } from '#components/sources/list-address';
import { OrderHead } from '#components/sources/order-head';
import { AnswersLink } from '#components/ui/answers-link';
import { ChangeMark } from '#components/ui/change-mark';
import { DomainName } from '#components/ui/domain-name';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { brandColour } from '#lib/charts/brand-colour';
import { intervalOf } from '#lib/core/figure';
import { answersAddress } from '#lib/format/answers-address';
import { countedWords } from '#lib/format/counted';
import { formatCount, formatInterval, formatPercent } from '#lib/format/formats';

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
          const { projectId, query } = place;
          const citing = answersAddress(projectId, query, { cites: domain });
          const listing = answersAddress(projectId, query, { lists: domain });
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
                <AnswersLink href={citing} title={countedWords(citationShare, 'citations')}>
                  {formatPercent(citationShare.value)}
                </AnswersLink>
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
                <AnswersLink href={citing} title={countedWords(cited, 'answers')}>
                  {formatPercent(cited.value)}
                  <span className="sr-only"> of answers cite {domain}: see them</span>
                </AnswersLink>
              </Cell>
              <Cell numeric className="text-muted max-lg:hidden">
                <AnswersLink href={listing} title={countedWords(listed, 'answers')}>
                  {formatPercent(listed.value)}
                </AnswersLink>
              </Cell>
              <Cell numeric className="text-muted max-lg:hidden">
                <AnswersLink href={listing} title={countedWords(conversion, 'answers that list it')}>
                  {formatPercent(conversion.value)}
                </AnswersLink>
              </Cell>
              {gap ? (
                <Cell numeric className="text-muted max-sm:hidden">
                  <AnswersLink
                    href={answersAddress(projectId, query, { cites: domain, gap: place.own.id })}
                    title={countedWords(gap, 'answers that cite it')}
                  >
                    {formatCount(gap.numerator)}
                  </AnswersLink>
                </Cell>
              ) : null}
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
