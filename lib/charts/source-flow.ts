import { brandColour } from '#lib/charts/brand-colour';
import type { TrackedBrand } from '#lib/core/figure';
import { formatPlural } from '#lib/format/formats';

/** What an engine draws from a domain; a null domain stands for all others. */
export interface FlowInput {
  engine: string;
  domain: string | null;
  cited: number;
  named: number;
}

export interface FlowNode {
  name: string;
  column: 'engine' | 'domain' | 'outcome';
  colour: string;
}

/** A stream between two nodes, by their places in the list. */
export interface FlowLink {
  source: number;
  target: number;
  value: number;
  colour: string;
}

export interface FlowChart {
  nodes: FlowNode[];
  links: FlowLink[];
}

interface FlowNames {
  engineLabel: (engine: string) => string;
  /** The own brand. */
  brand: TrackedBrand;
  /** The tracked brand a domain belongs to. */
  ownerOf: (domain: string) => TrackedBrand | undefined;
  /** How many domains stand behind the null one. */
  others: number;
}

const neutral = 'var(--control)';

/**
 * Engines, the domains they cite, and whether the answers that cite them name the brand; each column has the widest
 * first, the other domains last. Empty streams are left out.
 */
export function sourceFlow(
  inputs: readonly FlowInput[],
  { engineLabel, brand, ownerOf, others }: FlowNames,
): FlowChart {
  const nodes: FlowNode[] = [];
  const links: FlowLink[] = [];
  const places = new Map<string, number>();
  const placeOf = (key: string, node: FlowNode) => {
    const known = places.get(key);
    if (known !== undefined) return known;
    nodes.push(node);
    places.set(key, nodes.length - 1);
    return nodes.length - 1;
  };
  const domains = new Map<string | null, { cited: number; named: number }>();
  for (const { engine, domain, cited, named } of widestFirst(inputs)) {
    const sums = domains.get(domain) ?? { cited: 0, named: 0 };
    domains.set(domain, { cited: sums.cited + cited, named: sums.named + named });
    const source = placeOf(`engine ${engine}`, {
      name: engineLabel(engine),
      column: 'engine',
      colour: neutral,
    });
    const owner = domain === null ? undefined : ownerOf(domain);
    const target = placeOf(`domain ${domain}`, {
      name: domain ?? formatPlural(others, 'other domain'),
      column: 'domain',
      colour: owner ? brandColour(owner.hue) : neutral,
    });
    links.push({ source, target, value: cited, colour: neutral });
  }
  for (const [domain, { cited, named }] of domains) {
    const source = places.get(`domain ${domain}`);
    if (source === undefined) continue;
    const outcomes = [
      { key: 'named', name: `Names ${brand.name}`, value: named, colour: brandColour(brand.hue) },
      { key: 'unnamed', name: `Does not name ${brand.name}`, value: cited - named, colour: neutral },
    ];
    for (const { key, name, value, colour } of outcomes) {
      if (value <= 0) continue;
      const target = placeOf(`outcome ${key}`, { name, column: 'outcome', colour });
      links.push({ source, target, value, colour });
    }
  }
  return { nodes, links };
}

function widestFirst(inputs: readonly FlowInput[]): FlowInput[] {
  const citedBy = (match: (one: FlowInput) => boolean) =>
    inputs.filter(match).reduce((sum, { cited }) => sum + cited, 0);
  const engineWidth = ({ engine }: FlowInput) => citedBy((one) => one.engine === engine);
  const domainWidth = ({ domain }: FlowInput) =>
    domain === null ? -1 : citedBy((one) => one.domain === domain);
  return inputs
    .filter(({ cited }) => cited > 0)
    .toSorted((a, b) => engineWidth(b) - engineWidth(a) || domainWidth(b) - domainWidth(a));
}
