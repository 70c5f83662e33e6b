'use client';

import { FileUp, Plus, X } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Section } from '#components/ui/section';
import { useToast } from '#components/ui/toast';
import { fieldMessage, useAction } from '../../use-action';
import { createProjectAction, readBrandsAction } from '../actions';
import { BrandFields, brandOf, draftOf, emptyBrand } from '../brand-fields';

/** The form that makes a project: the own brand, then its competitors, typed or read from a file. */
export function NewProject() {
  const router = useRouter();
  const toast = useToast();
  const fileId = useId();
  const [own, setOwn] = useState(emptyBrand);
  const [competitors, setCompetitors] = useState<(typeof emptyBrand & { key: string })[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const made = useRef(0);
  const add = (draft = emptyBrand) => {
    made.current += 1;
    return { ...draft, key: String(made.current) };
  };

  const create = useAction(createProjectAction, (id) => router.push(`/projects/${id}/prompts`));
  const read = useAction(readBrandsAction, (brands) => {
    setOwn(draftOf(brands.own));
    setCompetitors(brands.competitors.map((brand) => add(draftOf(brand))));
    toast({
      title: `Read ${brands.competitors.length + 1} brands`,
      description: 'Look them over, then create the project.',
    });
  });

  const readFile = async () => {
    const file = input.current?.files?.[0];
    if (!file || !input.current) return;
    input.current.value = '';
    read.run(await file.text());
  };
  // A file chosen before the page had woken up has been told to nobody; a file read is taken out of the input.
  useEffect(() => {
    void readFile();
  });
  const submit = () =>
    create.run({
      name: own.name,
      own: brandOf(own),
      competitors: competitors.filter((one) => one.name.trim() !== '').map(brandOf),
    });

  return (
    <form action={submit} className="max-w-3xl">
      {create.problem || read.problem ? (
        <div className="mb-6">
          <Notice tone="danger">{(create.problem ?? read.problem)?.message}</Notice>
        </div>
      ) : null}
      <Section
        title="Your brand"
        aside={
          <label
            htmlFor={fileId}
            className="inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-md border bg-surface px-2.5 font-medium hover:bg-sunken has-focus-visible:outline-2"
          >
            <FileUp className="size-4" aria-hidden />
            Read brands from a CSV
            <input
              ref={input}
              id={fileId}
              type="file"
              accept=".csv,text/csv"
              className="sr-only"
              onChange={readFile}
            />
          </label>
        }
      >
        <BrandFields
          draft={own}
          onChange={setOwn}
          problemOf={(field) => fieldMessage(create.problem, `own.${field}`)}
          wordLists
        />
      </Section>
      <Section
        title="Competitors"
        note="Share of voice is measured against them. Up to eight have a colour of their own."
      >
        <div className="flex flex-col gap-8">
          {competitors.map((draft, index) => (
            <div key={draft.key} className="relative border-t pt-5 first:border-t-0 first:pt-0">
              <BrandFields
                draft={draft}
                onChange={(next) =>
                  setCompetitors((all) =>
                    all.map((one) => (one.key === draft.key ? { ...next, key: one.key } : one)),
                  )
                }
                problemOf={(field) => fieldMessage(create.problem, `competitors.${index}.${field}`)}
                wordLists
              />
              <Button
                kind="quiet"
                size="small"
                className="mt-3"
                onClick={() => setCompetitors((all) => all.filter((one) => one.key !== draft.key))}
              >
                <X aria-hidden />
                Remove {draft.name || 'this competitor'}
              </Button>
            </div>
          ))}
          <div>
            <Button onClick={() => setCompetitors((all) => [...all, add()])}>
              <Plus aria-hidden />
              Add a competitor
            </Button>
          </div>
        </div>
      </Section>
      <div className="flex justify-end gap-2 border-t pt-5">
        <Button kind="primary" type="submit" busy={create.busy}>
          {create.busy ? 'Creating…' : 'Create the project'}
        </Button>
      </div>
    </form>
  );
}
