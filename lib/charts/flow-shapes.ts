import type { FlowChart, FlowLink, FlowNode } from '#lib/charts/source-flow';

/** Where the middle of a thing stands: over the width from 0 to 1, and in pixels from the top. */
interface Middle {
  across: number;
  y: number;
}

/** A node as a bar. */
export interface NodeShape extends FlowNode {
  at: Middle;
  /** Pixels. */
  height: number;
  /** Answers that flow through it. */
  value: number;
}

/** A stream as SVG path data in a box that may be stretched sideways. */
export interface StreamShape {
  /** "Gen → trailmag.example". */
  name: string;
  path: string;
  value: number;
  colour: string;
  at: Middle;
}

export interface FlowShapes {
  nodes: NodeShape[];
  streams: StreamShape[];
}

interface Box {
  width: number;
  height: number;
  /** Between two nodes of a column. */
  padding: number;
}

/** Domains left of the middle: their names and those of the outcomes share the right. */
const columns = { engine: 0, domain: 0.4, outcome: 1 };

/**
 * Lays a flow out: the nodes of a column one below the other in their order, columns centred, all to one scale; at a
 * node streams lie in the order of their other ends, so that they cross as little as they can.
 */
export function flowShapes({ nodes, links }: FlowChart, { width, height, padding }: Box): FlowShapes {
  const values = nodes.map((_, index) =>
    Math.max(sumOf(links, 'source', index), sumOf(links, 'target', index)),
  );
  const inColumn = (column: FlowNode['column']) =>
    nodes.flatMap((node, index) => (node.column === column ? [values[index] ?? 0] : []));
  const room = (among: readonly number[]) => height - Math.max(0, among.length - 1) * padding;
  const scale = Math.min(...nodes.map(({ column }) => room(inColumn(column)) / total(inColumn(column))));
  const below = new Map<FlowNode['column'], number>();
  const placed = nodes.map((node, index): NodeShape => {
    const { column } = node;
    const among = inColumn(column);
    const top = below.get(column) ?? (room(among) - total(among) * scale) / 2;
    const value = values[index] ?? 0;
    const tall = value * scale;
    below.set(column, top + tall + padding);
    return { ...node, at: { across: columns[column], y: top + tall / 2 }, height: tall, value };
  });
  const tops = placed.map(({ at, height: tall }) => at.y - tall / 2);
  const next = { source: [...tops], target: [...tops] };
  const streams = links
    .toSorted((a, b) => a.source - b.source || a.target - b.target)
    .flatMap((link): StreamShape[] => {
      const { source, target, value, colour } = link;
      const [from, to] = [placed[source], placed[target]];
      if (!from || !to) return [];
      const tall = value * scale;
      const [left, right] = [next.source[source] ?? 0, next.target[target] ?? 0];
      next.source[source] = left + tall;
      next.target[target] = right + tall;
      return [
        {
          name: `${from.name} → ${to.name}`,
          path: streamPath([from.at.across * width, left], [to.at.across * width, right], tall),
          value,
          colour,
          at: { across: (from.at.across + to.at.across) / 2, y: (left + right + tall) / 2 },
        },
      ];
    });
  return { nodes: placed, streams };
}

/** The band between two points of its upper edge. */
function streamPath(
  [left, from]: readonly [number, number],
  [right, to]: readonly [number, number],
  tall: number,
): string {
  const middle = (left + right) / 2;
  const [start, end, startBelow, endBelow] = [from, to, from + tall, to + tall].map(round);
  return `M${left} ${start}C${middle} ${start} ${middle} ${end} ${right} ${end}V${endBelow}C${middle} ${endBelow} ${middle} ${startBelow} ${left} ${startBelow}Z`;
}

function sumOf(links: readonly FlowLink[], side: 'source' | 'target', index: number): number {
  return total(links.filter((link) => link[side] === index).map(({ value }) => value));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
