import type rehypeSanitize from 'rehype-sanitize';
import { normalizeUrl } from '#lib/core/text';
import type { MentionSpans } from '#lib/dashboard/analytics/answers/excerpt';
import { highlightMentionsInPieces, splitAtCitations } from '#lib/format/highlight';

type Tree = ReturnType<ReturnType<typeof rehypeSanitize>>;
type Child = Tree['children'][number];
type Element = Extract<Child, { type: 'element' }>;
type Parent = Tree | Element;

interface MarkedAnswer {
  /** The plain text that mention spans refer to. */
  text: string;
  mentions: readonly MentionSpans[];
  sources: readonly { position: number; url: string }[];
}

/**
 * Rehype plugin for a sanitized answer: citations become `sup` elements with the position of the source, brand mentions
 * become `mark` elements with the brand ID.
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
    const segments = highlightMentionsInPieces(text, mentions, pieces);
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

/** Replaces bracketed numbers and links to a listed source with citation marks. */
function markCitations(
  parent: Parent,
  positions: ReadonlySet<number>,
  positionOf: ReadonlyMap<string, number>,
): void {
  parent.children = parent.children.flatMap((child): Child[] => {
    if (child.type === 'text') {
      return splitAtCitations(child.value, positions).map((piece) =>
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

/** Visits every text node outside citation marks; a returned list replaces it, null keeps it. */
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
