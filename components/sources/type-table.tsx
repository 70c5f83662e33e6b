import Link from 'next/link';
import { IntervalBar } from '#components/charts/interval-bar';
import type { SourcesPlace } from '#components/sources/facts';
import { type ListCut, listAddress } from '#components/sources/list-address';
import { classes } from '#components/ui/classes';
import { Section } from '#components/ui/section';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { brandColour } from '#lib/charts/brand-colour';
import type { Rate } from '#lib/core/rate';
import { countedWords } from '#lib/format/counted';
import { siteDefinitions } from '#lib/format/definitions';
import { formatCount, formatInterval, formatPercent } from '#lib/format/formats';
import { siteType } from '#lib/format/site-type';

interface TypeTableProps {
  place: SourcesPlace;
  cut: ListCut;
  types: readonly { type: string; domains: number; citationShare: Rate }[];
}

/** How citations divide over kinds of sites; a row filters the domains by its type, and no longer when it did. */
export function TypeTable({ place, cut, types }: TypeTableProps) {
  const most = Math.max(0.01, ...types.map(({ citationShare }) => citationShare.value ?? 0));
  return (
    <Section
      title="By type"
      note="What kinds of sites are cited, by their share of all citations."
      exported="source-types"
      meanings={[{ figure: 'Citation share', means: siteDefinitions.typeShare }]}
    >
      <Table label="Types of sites">
        <TableHead>
          <HeadCell>Type</HeadCell>
          <HeadCell className="w-[38%]" unseen>
            Share as a bar
          </HeadCell>
          <HeadCell numeric>Citation share</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            95% interval
          </HeadCell>
          <HeadCell numeric>Domains</HeadCell>
        </TableHead>
        <tbody>
          {types.map(({ type, domains, citationShare }) => {
            const chosen = cut.type === type;
            return (
              <Row key={type} className="relative">
                <Cell className="font-medium">
                  <Link
                    href={listAddress(place, cut, { type: chosen ? null : type })}
                    scroll={false}
                    aria-current={chosen ? 'true' : undefined}
                    className={classes(
                      'after:absolute after:inset-0 hover:text-accent-strong',
                      chosen && 'font-semibold text-accent-strong',
                    )}
                  >
                    {siteType(type)}
                  </Link>
                </Cell>
                <Cell>
                  <IntervalBar
                    length={(citationShare.value ?? 0) / most}
                    colour={type === 'own' ? brandColour(0) : 'var(--control)'}
                  />
                </Cell>
                <Cell numeric className="font-medium" title={countedWords(citationShare, 'citations')}>
                  {formatPercent(citationShare.value)}
                </Cell>
                <Cell numeric className="text-muted max-sm:hidden">
                  {formatInterval(citationShare)}
                </Cell>
                <Cell numeric className="text-muted">
                  {formatCount(domains)}
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Section>
  );
}
