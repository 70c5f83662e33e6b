import Link from 'next/link';
import type { CompetitorsPlace } from '#components/competitors/facts';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import type { PlaceChart } from '#lib/charts/place-columns';
import { answersAddress } from '#lib/format/answers-address';
import { formatPlural } from '#lib/format/formats';

/** Every tracked brand by place; a share leads to the answers behind it. */
export function PlacesTable({ place, chart }: { place: CompetitorsPlace; chart: PlaceChart }) {
  return (
    <Table label="Places taken by brand" className="max-h-[340px] overflow-y-auto">
      <TableHead>
        <HeadCell>Place</HeadCell>
        {chart.series.map(({ id, name, mentioned }) => (
          <HeadCell key={id} numeric title={formatPlural(mentioned, 'answer')}>
            {name}
          </HeadCell>
        ))}
      </TableHead>
      <tbody>
        {chart.columns.map(({ place: taken, label, shares }) => (
          <Row key={taken}>
            <Cell className="whitespace-nowrap">{label}</Cell>
            {chart.series.map(({ id, name }) => {
              const share = shares[id];
              return (
                <Cell key={id} numeric title={share && `${share.interval}% (95% interval)`}>
                  {share && share.answers > 0 ? (
                    <Link
                      href={answersAddress(place.projectId, place.query, {
                        rank: { brandId: id, place: taken },
                      })}
                      className="hover:text-accent-strong hover:underline"
                    >
                      {share.words}
                      <span className="sr-only"> of answers rank {name} here: see them</span>
                    </Link>
                  ) : (
                    (share?.words ?? '–')
                  )}
                </Cell>
              );
            })}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
