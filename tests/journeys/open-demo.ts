import pg from 'pg';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser } from '#tests/support/browser';
import { createDatabase } from '#tests/support/database';
import { type Instance, startInstance } from '#tests/support/instance';
import { startProcess } from '#tests/support/process';
import { until } from '#tests/support/until';
import type { Places } from './screens';

/** A demo whose newest days are answered, standing still, and a browser signed in to it. */
export interface Demo {
  instance: Instance;
  browser: Browser;
  context: BrowserContext;
  places: Places;
  close(): Promise<void>;
}

const answersADay = 30 * 3 * 4;

/** Fills a demo until its newest days are answered, ends its worker so that figures hold still, and signs in. */
export async function openDemo(): Promise<Demo> {
  const database = await createDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  const instance = await startInstance({ databaseUrl: database.url, pages: true });
  const browser = await launchBrowser();
  const close = async () => {
    await browser.close();
    await instance.stop();
    await pool.end();
    await database.drop();
  };
  try {
    const command = startProcess(['lib/cli/main.ts', 'demo', 'ensure'], instance.env);
    if ((await command.ended()) !== 0) throw new Error(command.output());
    const { demo } = JSON.parse(command.output().trim().split('\n').at(-1) ?? '');
    const places = await until('four days of the demo are answered', () => placesOf(pool), {
      seconds: 120,
      everyMs: 250,
    });
    await instance.worker.end();
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${instance.address}/sign-in`);
    await page.getByLabel('Email').fill(demo.email);
    await page.getByLabel('Password').fill(demo.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/overview/);
    await page.close();
    return { instance, browser, context, places, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function placesOf(pool: pg.Pool): Promise<Places | undefined> {
  const { rows } = await pool.query(
    `SELECT a.project_id AS "projectId", a.prompt_id AS "promptId", a.run_id AS "runId", a.id AS "answerId", s.domain
     FROM answers a JOIN answer_sources s ON s.answer_id = a.id
     WHERE a.status = 'answered' AND (SELECT count(*) FROM answers) >= $1
     ORDER BY a.asked_at DESC LIMIT 1`,
    [4 * answersADay],
  );
  return rows[0];
}
