import type rehypeSanitize from 'rehype-sanitize';
import { normalizeUrl } from '#lib/core/normalize';
import type { MentionSpans } from '#lib/dashboard/analytics/excerpt';
import { citationMarks, highlightPieces } from '#lib/format/highlight';

type Tree = ReturnType<ReturnType<typeof rehypeSanitize>>;
type Child = Tree['children'][number];
type Element = Extract<Child, { type: 'element' }>;
type Parent = Tree | Element;

interface MarkedAnswer {
  /** The answer as plain text, in which the spans of mentions count. */
  text: string;
  mentions: readonly MentionSpans[];
  sources: readonly { position: number; url: string }[];
}

/**
 * A rehype step over an answer that is already sanitized: places that point at a source become `sup` elements with
 * its number, mentions of brands `mark` elements with the brand's id. It adds nothing else.
 */
export function markAnswer({ text, mentions, sources }: MarkedAnswer) {
  const positions = new Set(sources.map(({ position }) => position));
  const positionOf = new Map(sources.toReversed().map(({ url, position }) => [normalizeUrl(url), position]));
  return () => (tree: Tree) => {
    markCitations(tree, positions, positionOf);
    const pieces: string[] = [];
    walkTexts(tree, (value) => {
      pieces.push(value);
      return null;
    });
    const segments = highlightPieces(text, mentions, pieces);
    let at = 0;
    walkTexts(tree, () => {
      const parts = segments[at] ?? [];
      at += 1;
      return parts.map(({ text: value, brandId }) =>
        brandId === null ? textOf(value) : element('mark', { dataBrand: brandId }, [textOf(value)]),
      );
    });
  };
}

/** Numbers in brackets and links to a listed source, as marks with the source's number. */
function markCitations(
  parent: Parent,
  positions: ReadonlySet<number>,
  positionOf: ReadonlyMap<string, number>,
): void {
  parent.children = parent.children.flatMap((child): Child[] => {
    if (child.type === 'text') {
      return citationMarks(child.value, positions).map((piece) =>
        'text' in piece ? textOf(piece.text) : citation(piece.source),
      );
    }
    if (child.type !== 'element') return [child];
    markCitations(child, positions, positionOf);
    const href = child.tagName === 'a' ? child.properties.href : undefined;
    const position = typeof href === 'string' ? positionOf.get(normalizeUrl(href)) : undefined;
    return position === undefined ? [child] : [...child.children, citation(position)];
  });
}

/** Visits every text outside of citation marks; what is returned takes its place, null leaves it. */
function walkTexts(parent: Parent, visit: (text: string) => Child[] | null): void {
  parent.children = parent.children.flatMap((child): Child[] => {
    if (child.type === 'text') return visit(child.value) ?? [child];
    if (child.type === 'element' && child.properties.dataSource === undefined) walkTexts(child, visit);
    return [child];
  });
}

function textOf(value: string): Child {
  return { type: 'text', value };
}

function citation(position: number): Child {
  return element('sup', { dataSource: position }, [textOf(String(position))]);
}

function element(tagName: string, properties: Element['properties'], children: Child[]): Child {
  return { type: 'element', tagName, properties, children: children.filter(isInside) };
}

function isInside(child: Child): child is Element['children'][number] {
  return child.type !== 'doctype';
}
