import { execFile, execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** Debian's folder of PostgreSQL, with one folder for each version. */
const DEBIAN = "/usr/lib/postgresql";

const versions = existsSync(DEBIAN)
  ? readdirSync(DEBIAN)
      .filter((name) => existsSync(path.join(DEBIAN, name, "bin", "initdb")))
      .sort((one, other) => Number(other) - Number(one))
  : [];

/** True if the programs of a PostgreSQL server are installed in Debian's folder. */
export const postgresInstalled = versions.length > 0;

export interface Postgres {
  /** Folder of all clusters of a test. The user of the servers owns it. */
  folder: string;
  /** Runs a program of PostgreSQL as the user of the servers, and returns its output. */
  run: (program: string, ...given: string[]) => Promise<string>;
  /** Creates a cluster. */
  create: (name: string) => Promise<void>;
  /** Starts a cluster with these settings. Returns the address of its server, without a database. */
  start: (name: string, settings?: Record<string, string>) => Promise<string>;
  /** Ends a cluster as a crash would. */
  kill: (name: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Returns functions for PostgreSQL servers of a test's own. They run as the user `postgres` if the test is root's. */
export function postgresClusters(): Postgres {
  const folder = mkdtempSync(path.join(os.tmpdir(), "castellan-clusters-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, idOf("-u"), idOf("-g"));
  const running = new Set<string>();
  const run = async (program: string, ...given: string[]) => {
    const file = path.join(DEBIAN, versions[0]!, "bin", program);
    const [command, ...rest] = isRoot
      ? ["runuser", "-u", "postgres", "--", file, ...given]
      : [file, ...given];
    return (await promisify(execFile)(command, rest, { cwd: folder, timeout: 60_000 })).stdout;
  };
  const kill = async (name: string) => {
    running.delete(name);
    await run("pg_ctl", "-D", name, "-m", "immediate", "stop");
  };
  return {
    folder,
    run,
    create: async (name) => {
      await run(
        "initdb",
        "-D",
        name,
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
        "--no-sync",
      );
    },
    start: async (name, settings = {}) => {
      const port = await freePort();
      const all = {
        port: String(port),
        listen_addresses: "127.0.0.1",
        unix_socket_directories: "",
        fsync: "off",
        ...settings,
      };
      const options = Object.entries(all).map(([key, value]) => `-c ${key}='${value}'`);
      try {
        await run("pg_ctl", "-D", name, "-w", "-l", `${name}.log`, "-o", options.join(" "), "start");
      } catch (error) {
        const log = readFileSync(path.join(folder, `${name}.log`), "utf8");
        throw new Error(`The cluster ${name} did not start:\n${log}`, { cause: error });
      }
      running.add(name);
      return `postgres://postgres@127.0.0.1:${port}`;
    },
    kill,
    close: async () => {
      for (const name of running) await kill(name);
      rmSync(folder, { recursive: true });
    },
  };
}

const idOf = (option: "-u" | "-g") => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));

/** Creates a folder that the user of the servers owns. */
export function folderIn({ folder }: Postgres, name: string): string {
  const created = path.join(folder, name);
  mkdirSync(created);
  if (process.getuid?.() === 0) chownSync(created, idOf("-u"), idOf("-g"));
  return created;
}

/** Returns a port that no server uses. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
