import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";

/** File in the data directory with the path of the socket of its running database. */
const fileIn = (directory: string) => path.join(directory, "socket");

/** Names the socket of a running database. Returns the function that removes the file. */
export function announceSocket(directory: string, socketPath: string): () => void {
  const file = fileIn(directory);
  writeFileSync(file, `${socketPath}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

export interface RunningDatabase {
  /**
   * Runs `work` in a transaction. PGlite runs the statements of one transaction at a time, so all other statements wait. The log is
   * short, because a checkpoint comes first.
   */
  hold: (work: (query: (text: string) => Promise<unknown[]>) => Promise<void>) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Connects to the database that another process runs on this directory. Throws if that process has announced no socket, or does not
 * answer.
 */
export async function connectToRunning(directory: string): Promise<RunningDatabase> {
  const file = fileIn(directory);
  let socketPath: string;
  try {
    socketPath = readFileSync(file, "utf8").trim();
  } catch {
    throw new Error(`${file} is missing. The server that uses ${directory} is older than this command.`);
  }
  const sql = postgres({
    path: socketPath,
    ssl: false,
    user: "postgres",
    database: "postgres",
    max: 1,
    fetch_types: false,
    connect_timeout: 10,
    onnotice: () => {},
  });
  // All connections to PGlite are one session. The messages of a simple query cannot mix with those of other connections.
  const query = async (text: string): Promise<unknown[]> => [...(await sql.unsafe(text).simple())];
  await query("select 1");
  return {
    hold: async (work) => {
      await query("checkpoint");
      await query("begin read only");
      try {
        await work(query);
      } finally {
        await query("rollback");
      }
    },
    close: () => sql.end({ timeout: 5 }),
  };
}
