import Link from 'next/link';

interface TreatedPromptsProps {
  projectId: string;
  /** The filters of the page as a query string. */
  query: string;
  prompts: readonly { id: string; text: string }[];
}

/** The treatment prompts of an experiment, with links. */
export function TreatedPrompts({ projectId, query, prompts }: TreatedPromptsProps) {
  return (
    <ul className="grid gap-x-12 md:grid-cols-2">
      {prompts.map(({ id, text }) => (
        <li key={id} className="border-b">
          <Link
            href={`/projects/${projectId}/prompts/${id}${query ? `?${query}` : ''}`}
            className="block py-2.5 hover:text-accent-strong"
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
