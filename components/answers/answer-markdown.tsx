import { useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import type { AnswerContent } from '#components/answers/answer-part';
import { BrandMark } from '#components/answers/brand-mentions';
import { highlightMentionsInPieces, splitAtCitations } from '#components/answers/highlight';
import { ExternalLink } from '#components/ui/links';
import { markdownElements } from '#components/ui/markdown-elements';
import { normalizeUrl } from '#lib/core/urls/normalize-url';

interface AnswerMarkdownProps {
  answer: Pick<AnswerContent, 'text' | 'mentions' | 'brands' | 'sources'>;
  markdown: string;
  onCitationClick: (position: number) => void;
}

const heading = 'mt-5 mb-2 font-semibold first:mt-0';

/**
 * Renders the Markdown of an answer, which is untrusted: HTML is dropped, the rest is sanitized, and no image is
 * loaded.
 */
export function AnswerMarkdown({ answer, markdown, onCitationClick }: AnswerMarkdownProps) {
  const { brands, mentions } = answer;
  const plugins = useMemo(() => [rehypeSanitize, markAnswer(answer)], [answer]);
  const components = useMemo<Components>(
    () => ({
      ...markdownElements,
      h1: ({ children }) => <h3 className={`${heading} text-lg`}>{children}</h3>,
      h2: ({ children }) => <h3 className={`${heading} text-lg`}>{children}</h3>,
      h3: ({ children }) => <h3 className={heading}>{children}</h3>,
      h4: ({ children }) => <h4 className={heading}>{children}</h4>,
      h5: ({ children }) => <h4 className={heading}>{children}</h4>,
      h6: ({ children }) => <h4 className={heading}>{children}</h4>,
      img: ({ alt, src }) => (
        <ExternalLink url={typeof src === 'string' ? src : ''}>Image: {alt || 'no description'}</ExternalLink>
      ),
      mark: ({ children, node }) => {
        const brand = brands.find(({ id }) => id === node?.properties.dataBrand);
        if (!brand) return children;
        const rank = mentions.find(({ brandId }) => brandId === brand.id)?.rank;
        return (
          <BrandMark brand={brand} rank={rank}>
            {children}
          </BrandMark>
        );
      },
      sup: ({ children, node }) => {
        const position = node?.properties.dataSource;
        if (typeof position !== 'number') return <sup>{children}</sup>;
        return (
          <button
            type="button"
            onClick={() => onCitationClick(position)}
            aria-label={`Source ${position}`}
            className="mx-0.5 inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-[5px] bg-sunken px-1 align-[2px] text-[11px] leading-none font-medium text-muted hover:bg-accent-soft hover:text-accent-strong"
          >
            {children}
          </button>
        );
      },
    }),
    [brands, mentions, onCitationClick],
  );
  return (
    <div className="text-base leading-relaxed wrap-anywhere">
      <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={plugins} components={components} skipHtml>
        {markdown}
      </Markdown>
    </div>
  );
}

type Tree = ReturnType<ReturnType<typeof rehypeSanitize>>;
type Child = Tree['children'][number];
type TreeElement = Extract<Child, { type: 'element' }>;

/**
 * Rehype plugin for a sanitized answer: citations become `sup` elements with the position of the source, brand mentions
 * become `mark` elements with the brand ID.
 */
function markAnswer({ text, mentions, sources }: Pick<AnswerContent, 'text' | 'mentions' | 'sources'>) {
  const positions = new Set(sources.map(({ position }) => position));
  const positionByUrl = new Map(
    sources.toReversed().map(({ url, position }) => [normalizeUrl(url), position]),
  );
  /** Replaces bracketed numbers and links to a listed source with citation marks. */
  const markCitations = (parent: Tree | TreeElement): void => {
    parent.children = parent.children.flatMap((child): Child[] => {
      if (child.type === 'text') {
        return splitAtCitations(child.value, positions).map((piece) =>
          'text' in piece ? createText(piece.text) : createCitation(piece.source),
        );
      }
      if (child.type !== 'element') return [child];
      markCitations(child);
      const href = child.tagName === 'a' ? child.properties.href : undefined;
      const position = typeof href === 'string' ? positionByUrl.get(normalizeUrl(href)) : undefined;
      return position === undefined ? [child] : [...child.children, createCitation(position)];
    });
  };
  return () => (tree: Tree) => {
    markCitations(tree);
    const pieces: string[] = [];
    replaceTexts(tree, (piece) => {
      pieces.push(piece);
      return [createText(piece)];
    });
    const partsOfPieces = highlightMentionsInPieces(text, mentions, pieces).values();
    replaceTexts(tree, () =>
      (partsOfPieces.next().value ?? []).map(({ text, brandId }) =>
        brandId === null ? createText(text) : createElement('mark', { dataBrand: brandId }, createText(text)),
      ),
    );
  };
}

/** Replaces every text node outside citation marks. */
function replaceTexts(parent: Tree | TreeElement, replace: (text: string) => Child[]): void {
  parent.children = parent.children.flatMap((child): Child[] => {
    if (child.type === 'text') return replace(child.value);
    if (child.type === 'element' && child.properties.dataSource === undefined) replaceTexts(child, replace);
    return [child];
  });
}

function createText(value: string) {
  return { type: 'text', value } as const;
}

function createCitation(position: number): TreeElement {
  return createElement('sup', { dataSource: position }, createText(String(position)));
}

function createElement(
  tagName: string,
  properties: TreeElement['properties'],
  text: ReturnType<typeof createText>,
): TreeElement {
  return { type: 'element', tagName, properties, children: [text] };
}
