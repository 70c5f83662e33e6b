import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Inputs with which checks passed, so that a check runs again only when its inputs have changed. */
export interface PassedInputs {
  has(input: string): boolean;
  add(input: string): void;
  /** Stores the inputs that `has` found or `add` added since this object was created, and forgets the others. */
  save(): void;
}

/** Reads the inputs that passed before; none if the file is missing or damaged. */
export function readPassedInputs(file: string): PassedInputs {
  const stored = readStored(file);
  const current = new Set<string>();
  return {
    has(input) {
      if (!stored.has(input)) return false;
      current.add(input);
      return true;
    },
    add: (input) => void current.add(input),
    save() {
      mkdirSync(dirname(file), { recursive: true });
      // Written in one step, because two checks may run at once.
      const unfinished = `${file}.${process.pid}`;
      writeFileSync(unfinished, [...current].join('\n'));
      renameSync(unfinished, file);
    },
  };
}

function readStored(file: string): ReadonlySet<string> {
  try {
    return new Set(readFileSync(file, 'utf8').split('\n'));
  } catch {
    return new Set();
  }
}
