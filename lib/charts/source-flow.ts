import { sankey, sankeyJustify } from 'd3-sankey';
import { getBrandColor } from '#lib/charts/chart-spec';
import { getEngineName } from '#lib/contract/engines';
import type { TrackedBrand } from '#lib/core/metric';
import { formatPlural } from '#lib/core/numbers';
import type { SourceFlow } from '#lib/dashboard/analytics/sources/sources';

export interface FlowNode {
  name: string;
  column: 'engine' | 'domain' | 'outcome';
  color: string;
}

/** A band between two nodes. As in d3-sankey, `source` and `target` are the indexes of the nodes. */
export interface FlowLink {
  source: number;
  target: number;
  value: number;
  color: string;
}

export interface SankeyData {
  nodes: FlowNode[];
  links: FlowLink[];
}

export interface FlowLabels {
  /** The selected brand. */
  brand: TrackedBrand;
  /** Returns the tracked brand that owns a domain. */
  getOwner: (domain: string) => TrackedBrand | undefined;
  /** Number of domains that are added up in the row “other domains”, whose `domain` is null. */
  otherDomainCount: number;
}

const neutral = 'var(--control)';

/**
 * Builds the flow from engines, through the domains that their answers cite, to whether these answers mention the brand.
 * Engines and domains are sorted by size, with the row “other domains” last; empty links are left out.
 */
export function buildSourceFlow(
  rows: readonly SourceFlow[],
  { brand, getOwner, otherDomainCount }: FlowLabels,
): SankeyData {
  const nodes: FlowNode[] = [];
  const addNode = (node: FlowNode) => nodes.push(node) - 1;
  const cited = rows.filter((row) => row.cited > 0);
  const engines = sumBy(cited, ({ engine }) => engine).map(({ key: engine }) => ({
    engine,
    node: addNode({ name: getEngineName(engine), column: 'engine', color: neutral }),
  }));
  const domains = sumBy(cited, ({ domain }) => domain)
    .sort((a, b) => Number(a.key === null) - Number(b.key === null))
    .map(({ key: domain, ...sums }) => {
      const name = domain ?? formatPlural(otherDomainCount, 'other domain');
      const owner = domain === null ? undefined : getOwner(domain);
      const color = owner ? getBrandColor(owner.colorIndex) : neutral;
      return { domain, ...sums, node: addNode({ name, column: 'domain', color }) };
    });
  const toDomains = cited.flatMap(({ engine, domain, cited: value }): FlowLink[] => {
    const source = engines.find((other) => other.engine === engine);
    const target = domains.find((other) => other.domain === domain);
    return source && target ? [{ source: source.node, target: target.node, value, color: neutral }] : [];
  });
  const outcomes = [
    {
      name: `Mentions ${brand.name}`,
      color: getBrandColor(brand.colorIndex),
      count: (sums: Sums) => sums.mentioned,
    },
    {
      name: `Doesn’t mention ${brand.name}`,
      color: neutral,
      count: (sums: Sums) => sums.cited - sums.mentioned,
    },
  ];
  const toOutcomes = outcomes.flatMap(({ name, color, count }): FlowLink[] => {
    const sources = domains.filter((domain) => count(domain) > 0);
    if (sources.length === 0) return [];
    const target = addNode({ name, column: 'outcome', color });
    return sources.map((domain) => ({ source: domain.node, target, value: count(domain), color }));
  });
  return { nodes, links: [...toDomains, ...toOutcomes] };
}

interface Sums {
  cited: number;
  mentioned: number;
}

/** Sums the answers of the rows with the same key, largest number of citing answers first. */
function sumBy<K>(rows: readonly SourceFlow[], getKey: (row: SourceFlow) => K): (Sums & { key: K })[] {
  return [...Map.groupBy(rows, getKey)]
    .map(([key, group]) => ({
      key,
      cited: group.reduce((sum, { cited }) => sum + cited, 0),
      mentioned: group.reduce((sum, { mentioned }) => sum + mentioned, 0),
    }))
    .sort((a, b) => b.cited - a.cited);
}

interface Center {
  /** From 0 at the left edge to 1 at the right edge. */
  xRatio: number;
  /** In pixels from the top. */
  y: number;
}

export interface NodeShape extends FlowNode {
  center: Center;
  /** In pixels. */
  height: number;
  /** Number of citations that flow through the node, with a domain counted once per answer. */
  value: number;
}

/** A link as SVG path data in a box that may be stretched sideways. */
export interface LinkShape {
  /** "Gemini → trailmag.example". */
  name: string;
  path: string;
  value: number;
  color: string;
  center: Center;
}

/** The positions of the columns. The space right of the domains is wider: the labels of domains and outcomes share it. */
const columnPositions = { engine: 0, domain: 0.4, outcome: 1 };

/** Lays out a flow: the nodes of a column are centered and keep their order, all on one scale. */
export function layoutSourceFlow(
  { nodes, links }: SankeyData,
  { width, height, padding }: { width: number; height: number; padding: number },
): { nodes: NodeShape[]; links: LinkShape[] } {
  if (links.length === 0) return { nodes: [], links: [] };
  const columns = Object.keys(columnPositions);
  const layout = sankey<FlowNode, FlowLink>()
    .size([width, height])
    .nodeWidth(0)
    .nodePadding(padding)
    .nodeAlign((node, count) =>
      columns.includes(node.column) ? columns.indexOf(node.column) : sankeyJustify(node, count),
    )
    .nodeSort(null)
    .iterations(0);
  const graph = layout({
    nodes: nodes.map((node) => ({ ...node })),
    links: links.map((link) => ({ ...link })),
  });
  for (const [column, position] of Object.entries(columnPositions)) {
    const inColumn = graph.nodes.filter((node) => node.column === column);
    const heights = inColumn.map(({ y0 = 0, y1 = 0 }) => y1 - y0);
    const totalHeight = heights.reduce((sum, nodeHeight) => sum + nodeHeight, 0);
    let top = (height - totalHeight - padding * (inColumn.length - 1)) / 2;
    for (const [index, node] of inColumn.entries()) {
      node.x0 = position * width;
      node.x1 = node.x0;
      node.y0 = top;
      node.y1 = top + (heights[index] ?? 0);
      top = node.y1 + padding;
    }
  }
  layout.update(graph);
  return {
    nodes: graph.nodes.map(({ name, column, color, value = 0, y0 = 0, y1 = 0 }) => ({
      name,
      column,
      color,
      value,
      center: { xRatio: columnPositions[column], y: (y0 + y1) / 2 },
      height: y1 - y0,
    })),
    links: graph.links.flatMap(({ source, target, value, color, width: size = 0, y0 = 0, y1 = 0 }) => {
      if (!isNode(source) || !isNode(target)) return [];
      const [left, right] = [columnPositions[source.column], columnPositions[target.column]];
      return {
        name: `${source.name} → ${target.name}`,
        path: buildLinkPath([left * width, y0 - size / 2], [right * width, y1 - size / 2], size),
        value,
        color,
        center: { xRatio: (left + right) / 2, y: (y0 + y1) / 2 },
      };
    }),
  };
}

/** Returns whether the end of a link is a node. d3-sankey replaces the indexes of a link with nodes. */
function isNode(end: unknown): end is FlowNode {
  return typeof end === 'object';
}

/** Builds a link as a band that is `size` high. The two points are the start and the end of its upper edge. */
function buildLinkPath(
  [left, from]: readonly [number, number],
  [right, to]: readonly [number, number],
  size: number,
): string {
  const middle = (left + right) / 2;
  const [start, end, startBelow, endBelow] = [from, to, from + size, to + size].map(
    (y) => Math.round(y * 10) / 10,
  );
  return `M${left} ${start}C${middle} ${start} ${middle} ${end} ${right} ${end}V${endBelow}C${middle} ${endBelow} ${middle} ${startBelow} ${left} ${startBelow}Z`;
}
