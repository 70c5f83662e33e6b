import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { markdownElements } from '#components/ui/markdown-elements';

const elements: Components = {
  ...markdownElements,
  h2: ({ children }) => <h2 className="mt-10 mb-3 text-lg font-semibold">{children}</h2>,
};

/** Texts of a table cell or heading, without paragraphs. */
const inlineElements: Components = { ...markdownElements, p: ({ children }) => children };

/** Text of the OpenAPI document, which is Markdown. */
export function ReferenceText({ text, isInline = false }: { text: string; isInline?: boolean }) {
  return (
    <Markdown remarkPlugins={[remarkGfm]} components={isInline ? inlineElements : elements} skipHtml>
      {text}
    </Markdown>
  );
}
