import { randomUUID } from "node:crypto";
import postgres from "postgres";

/** The server of the tests (scripts/with-postgres.sh). */
const server = () => process.env["TEST_DATABASE_URL"]!;

/** Identifies this run (scripts/lib/test-run.mjs), which drops its databases at its end. */
export const run = process.env["TEST_RUN"] ?? randomUUID().slice(0, 8);

const addressOf = (name: string) => Object.assign(new URL(server()), { pathname: `/${name}` }).toString();
const newName = () => `castellan_${run}_${randomUUID().replaceAll("-", "")}`;

/** Runs statements on the server outside of the tests' databases. */
async function asAdmin<T>(work: (admin: postgres.Sql) => Promise<T>): Promise<T> {
  const admin = postgres(server(), { max: 1, onnotice: () => {} });
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

export interface ServerDatabase {
  url: string;
  drop: () => Promise<void>;
}

/** Creates a database on the server, as a copy of a template if there is one. */
export async function createOnServer(template = "template1"): Promise<ServerDatabase> {
  const name = newName();
  await asAdmin((admin) => admin.unsafe(`create database ${name} template ${template}`));
  return {
    url: addressOf(name),
    drop: () => asAdmin(async (admin) => void (await admin.unsafe(`drop database ${name} with (force)`))),
  };
}

/** Numbers of advisory locks begin here; the second half of the key is the hash of the name. */
const TEMPLATE_LOCK = 72_662;

/**
 * Creates the template `name` once on the server and returns its name. `fill` gets the address of an empty database and must close
 * its connections. Processes wait for the one that fills.
 */
export function createTemplate(
  name: string,
  fill: (url: string) => Promise<void>,
  from = "template1",
): Promise<string> {
  const known = templates.get(name) ?? fillTemplate(name, fill, from);
  templates.set(name, known);
  return known;
}

const templates = new Map<string, Promise<string>>();

const fillTemplate = (name: string, fill: (url: string) => Promise<void>, from: string) =>
  asAdmin(async (admin) => {
    await admin`select pg_advisory_lock(${TEMPLATE_LOCK}, hashtext(${name}))`;
    const [found] = await admin`select 1 from pg_database where datname = ${name}`;
    if (found) return name;
    const unfinished = newName();
    await admin.unsafe(`create database ${unfinished} template ${from}`);
    await fill(addressOf(unfinished));
    // Ends what is still closing its connection, because only an unused database can be renamed and copied.
    await admin.unsafe(`alter database ${unfinished} allow_connections false`);
    await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${unfinished}`;
    await admin.unsafe(`alter database ${unfinished} rename to ${name}`);
    return name;
  });

const spares = new Map<string, Promise<ServerDatabase>>();

/** Returns a new copy of a template, and creates the next one meanwhile, because the server waits for its disk. */
export async function copyTemplate(template: string): Promise<ServerDatabase> {
  const spare = spares.get(template);
  const copy = await (spare ?? createOnServer(template));
  const next = createOnServer(template);
  next.catch(() => {});
  spares.set(template, next);
  return copy;
}
