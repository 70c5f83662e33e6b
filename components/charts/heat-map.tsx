import { HeatButton } from '#components/charts/heat-button';
import { ShareLegend } from '#components/charts/share-legend';
import { FilterButton } from '#components/filters/filter-buttons';
import { HeadCell, Table, TableHead } from '#components/ui/table';
import type { HeatMap as HeatMapData } from '#lib/charts/heat-map';

interface HeatMapProps {
  label: string;
  heat: HeatMapData;
  rowLabel: (row: string) => string;
  columnLabel: (column: string) => string;
}

/** The columns' share of the table's width; the rest is for the engines. */
const columnsPercent = 85;

/** Visibility by engine and country as a colored table; a cell filters by both. */
export function HeatMap({ label, heat, rowLabel, columnLabel }: HeatMapProps) {
  return (
    <>
      <Table label={label}>
        <TableHead>
          <HeadCell>Engine</HeadCell>
          {heat.columns.map((column) => (
            <HeadCell
              key={column}
              className="text-center"
              style={{ width: `${columnsPercent / heat.columns.length}%` }}
            >
              <FilterButton dimension="country" value={column}>
                {columnLabel(column)}
              </FilterButton>
            </HeadCell>
          ))}
        </TableHead>
        <tbody>
          {heat.rows.map(({ row, cells }) => (
            <tr key={row}>
              <th scope="row" className="pr-4 text-left font-medium whitespace-nowrap">
                <FilterButton dimension="engine" value={row}>
                  {rowLabel(row)}
                </FilterButton>
              </th>
              {cells.map((cell) => (
                <td key={cell.column} className="h-12 min-w-20 p-0.5">
                  <HeatButton
                    cell={cell}
                    engine={row}
                    name={`${rowLabel(row)} in ${columnLabel(cell.column)}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <ShareLegend steps={heat.steps} blank="Not run" isBehindText />
    </>
  );
}
