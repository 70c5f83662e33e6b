import { HeatMapButton } from '#components/charts/heat-map-button';
import { ColorScaleLegend } from '#components/charts/legends';
import { FilterButton } from '#components/filters/filter-buttons';
import { EngineName } from '#components/filters/filter-context';
import { HeadCell, Table, TableHead } from '#components/ui/table';
import type { HeatMap as HeatMapData } from '#lib/charts/heat-map';
import { formatCountry } from '#lib/contract/country-names';

/** Share of the table's width that the country columns take; the engine column takes the rest. */
const countriesPercent = 85;

/** Visibility by engine and country as a colored table. A click on a cell filters by both. */
export function HeatMap({ label, heatMap }: { label: string; heatMap: HeatMapData }) {
  const { countries, engines, steps } = heatMap;
  return (
    <>
      <Table label={label}>
        <TableHead>
          <HeadCell>Engine</HeadCell>
          {countries.map((country) => (
            <HeadCell
              key={country}
              className="text-center"
              style={{ width: `${countriesPercent / countries.length}%` }}
            >
              <FilterButton filter="countries" value={country}>
                {formatCountry(country)}
              </FilterButton>
            </HeadCell>
          ))}
        </TableHead>
        <tbody>
          {engines.map(({ engine, cells }) => (
            <tr key={engine}>
              <th scope="row" className="min-w-28 py-2 pr-4 md:min-w-48 text-left font-medium">
                <FilterButton filter="engines" value={engine}>
                  <EngineName engine={engine} isStacked />
                </FilterButton>
              </th>
              {cells.map((cell) => (
                <td key={cell.country} className="h-12 min-w-20 p-0.5">
                  <HeatMapButton cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <ColorScaleLegend steps={steps} hatchedLabel="No answers" />
    </>
  );
}
