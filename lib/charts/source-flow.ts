import { sankey, sankeyJustify } from 'd3-sankey';
import { getBrandColor } from '#lib/charts/chart-spec';
import type { TrackedBrand } from '#lib/core/metric';
import type { SourceFlow } from '#lib/dashboard/analytics/sources/sources';
import { type EngineLabels, formatEngine } from '#lib/format/labels';
import { formatPlural } from '#lib/format/numbers';

export interface FlowNode {
  name: string;
  column: 'engine' | 'domain' | 'outcome';
  color: string;
}

/** A link between two nodes, given by their indexes. */
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
  /** The model that answered recently, by engine. */
  engineLabels: EngineLabels;
  /** Number of domains that are added up in the row without a domain. */
  otherDomainCount: number;
}

const neutral = 'var(--control)';

/**
 * Builds the flow from engines through the domains they cite to whether those answers mention the brand. Each column
 * is sorted by size, with the other domains last; empty links are left out.
 */
export function buildSourceFlow(
  rows: readonly SourceFlow[],
  { brand, getOwner, engineLabels, otherDomainCount }: FlowLabels,
): SankeyData {
  const nodes: FlowNode[] = [];
  const links: FlowLink[] = [];
  const indexes = new Map<string, number>();
  const addNode = (key: string, node: FlowNode) => {
    const index = indexes.get(key) ?? nodes.push(node) - 1;
    indexes.set(key, index);
    return index;
  };
  const domains = new Map<string | null, { cited: number; mentioned: number }>();
  for (const { engine, domain, cited, mentioned } of sortBySize(rows)) {
    const sums = domains.get(domain) ?? { cited: 0, mentioned: 0 };
    domains.set(domain, { cited: sums.cited + cited, mentioned: sums.mentioned + mentioned });
    const owner = domain === null ? undefined : getOwner(domain);
    links.push({
      source: addNode(`engine ${engine}`, {
        name: formatEngine(engine, engineLabels),
        column: 'engine',
        color: neutral,
      }),
      target: addNode(`domain ${domain}`, {
        name: domain ?? formatPlural(otherDomainCount, 'other domain'),
        column: 'domain',
        color: owner ? getBrandColor(owner.colorIndex) : neutral,
      }),
      value: cited,
      color: neutral,
    });
  }
  for (const [domain, { cited, mentioned }] of domains) {
    const outcomes = [
      { name: `Mentions ${brand.name}`, value: mentioned, color: getBrandColor(brand.colorIndex) },
      { name: `Doesn’t mention ${brand.name}`, value: cited - mentioned, color: neutral },
    ];
    for (const { name, value, color } of outcomes) {
      const source = indexes.get(`domain ${domain}`);
      if (value <= 0 || source === undefined) continue;
      links.push({ source, target: addNode(name, { name, column: 'outcome', color }), value, color });
    }
  }
  return { nodes, links };
}

function sortBySize(rows: readonly SourceFlow[]): SourceFlow[] {
  const sum = (matches: (row: SourceFlow) => boolean) =>
    rows.filter(matches).reduce((total, { cited }) => total + cited, 0);
  const engineSize = ({ engine }: SourceFlow) => sum((row) => row.engine === engine);
  const domainSize = ({ domain }: SourceFlow) => (domain === null ? -1 : sum((row) => row.domain === domain));
  return rows
    .filter(({ cited }) => cited > 0)
    .toSorted((a, b) => engineSize(b) - engineSize(a) || domainSize(b) - domainSize(a));
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
  /** Number of answers that flow through the node. */
  value: number;
}

/** A link as SVG path data in a box that may be stretched sideways. */
export interface LinkShape {
  /** "Gen → trailmag.example". */
  name: string;
  path: string;
  value: number;
  color: string;
  center: Center;
}

/** The positions of the columns. Domains are left of the middle: the labels of domains and outcomes share the right side. */
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
