import { Notice } from '#components/ui/notice';

/** Explains why a real brand has no mentions in the sandbox. */
export function SandboxNotice({ brand }: { brand: string }) {
  return (
    <div className="pb-6">
      <Notice>
        These answers come from the sandbox, which only knows fictional brands, so {brand} isn’t mentioned.
        Add an OpenAI, Gemini or Perplexity key to use real engines.
      </Notice>
    </div>
  );
}
