import { Checkbox } from '#components/ui/checkbox';

interface WholeLinesProps {
  whole: boolean;
  onChange: (whole: boolean) => void;
}

/** How lines with commas in them were read where a file names no columns, and the way to have it otherwise. */
export function WholeLines({ whole, onChange }: WholeLinesProps) {
  return (
    <div>
      <Checkbox label="Each line is one prompt" checked={whole} onChange={onChange} />
      <p className="mt-0.5 ml-6 text-xs text-muted">
        {whole
          ? 'The file names no columns, so commas were taken for part of the prompt.'
          : 'The file names no columns, so what stands after a comma was taken for the topic, then tags and language.'}
      </p>
    </div>
  );
}
